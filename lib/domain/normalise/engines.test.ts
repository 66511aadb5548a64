// A key that was made must be made again, by every later release and on every machine.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENGINES, enginesAfter, enginesOf, enginesThen, notCarried } from "./engines";
import { FieldRule, type NormaliserName } from "./rule";
import { type Answer, bundledTables, engineAnswers } from "./testing/engine-answers";

const readCase = (name: string) => readFileSync(new URL(`./cases/${name}`, import.meta.url), "utf8");
const idOf = ({ engine, rule, currency, value }: Answer) => JSON.stringify([engine, rule, currency, value]);
const WHAT_TO_DO =
  "Keys on record would change. Raise the engine in engines.ts, keep the one before as it was, then `npm run engines` (CONTRIBUTING.md, “An engine”)";

describe("no answer changes without a new number", () => {
  const onRecord = readCase("engine-answers.jsonl").split("\n").filter(Boolean);
  const answers = onRecord.map((line) => JSON.parse(line) as Answer);

  test("there are answers of every engine that does not depend on the runtime", () => {
    expect(answers.length).toBeGreaterThan(500);
    const named = new Set(answers.map(({ engine }) => engine));
    for (const [name, { current }] of Object.entries(ENGINES)) expect(named).toContain(`${name} ${current}`);
  });

  test("every carried engine answers as it did", () => {
    const now = new Map(engineAnswers().map((answer) => [idOf(answer), answer.answer]));
    const changed = answers.filter((one) => {
      const [name = "", engine] = one.engine.split(" ");
      if (!ENGINES[name as NormaliserName].carried.includes(Number(engine))) return false;
      return JSON.stringify(now.get(idOf(one)) ?? null) !== JSON.stringify(one.answer);
    });
    expect(changed, WHAT_TO_DO).toEqual([]);
  });

  test("every input has an answer on record", () => {
    const known = new Set(answers.map(idOf));
    const missing = engineAnswers().filter((answer) => !known.has(idOf(answer)));
    expect(missing, "New inputs go on record with a new engine").toEqual([]);
  });
});

describe("no table changes without a new number", () => {
  type OnRecord = Record<string, { digest: string; engines: Record<string, number> }>;
  const onRecord = JSON.parse(readCase("engine-tables.json")) as OnRecord;
  test.each(Object.entries(bundledTables()))("%s", (name, { digest, read }) => {
    expect(digest, WHAT_TO_DO).toBe(onRecord[name]?.digest);
    for (const as of read) expect(ENGINES[as].current).toBeGreaterThanOrEqual(onRecord[name]?.engines[as] ?? 1);
  });
});

test("only the first edition's engine and the module of tables ask the runtime", () => {
  const allowed = new Set(["first-edition.ts", "unicode.ts"]);
  const runtime =
    /\\p\{|\bIntl\b|\.normalize\(|\.to(?:Locale)?(?:Upper|Lower)Case\(|localeCompare|\.toLocale|new URL\(|\bparseUrl\b|getTimezoneOffset|\.trim(?:Start|End)?\(/;
  const folder = new URL("./", import.meta.url);
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name) && !allowed.has(name));
  expect(files.length).toBeGreaterThan(20);
  const asking = files.filter((name) => runtime.test(readFileSync(new URL(name, folder), "utf8")));
  expect(asking).toEqual([]);
  for (const name of allowed) expect(readFileSync(new URL(name, folder), "utf8")).toMatch(runtime);
});

describe("a derivation names", () => {
  const fields = (rules: Record<string, object>) =>
    Object.fromEntries(Object.entries(rules).map(([pointer, rule]) => [pointer, FieldRule.parse(rule)]));
  const engines = (rules: Record<string, object>) => enginesOf(fields(rules));
  const zone = "Europe/Paris";

  test("what its keys and fingerprints use, in collections too, and nothing else", () => {
    expect(engines({ "/a": { role: "identity", as: "id" }, "/b": { role: "material", as: "json" } })).toEqual({});
    expect(engines({ "/a": { role: "identity", as: "email" } })).toEqual({ email: 2 });
    expect(engines({ "/a": { role: "material", as: "set", of: { as: "list", of: "url" } } })).toEqual({ url: 2 });
    expect(engines({ "/a": { role: "incidental", as: "text" } })).toEqual({});
    expect(engines({ "/a": { role: "material", as: "date" } })).toEqual({});
    expect(engines({ "/a": { role: "material", as: "date", zone } })).toEqual({ date: 2 });
  });

  test("the currency's, which an amount reads", () => {
    const money = { role: "material", as: "money", currency: "/currency" };
    expect(engines({ "/amount": money })).toEqual({ code: 2 });
    expect(engines({ "/amount": money, "/currency": { role: "incidental", as: "code" } })).toEqual({ code: 2 });
    expect(engines({ "/amount": { role: "material", as: "money", code: "USD" } })).toEqual({});
  });

  test("the currency's that no rule names, also beside an amount that does not count", () => {
    const money = { role: "incidental", as: "money", currency: "/currency" };
    expect(engines({ "/amount": money })).toEqual({ code: 2 });
    expect(engines({ "/amount": money, "/currency": { role: "incidental", as: "code" } })).toEqual({});
  });

  test("after a publish what the version before used, until the tool is moved, and what is new as of now", () => {
    const before = { fields: fields({ "/a": { role: "identity", as: "email" } }), engines: {} };
    const published = (rules: Record<string, object>, engines = {}) =>
      enginesAfter(fields(rules), { ...before, engines });
    const [mail, link] = [
      { role: "identity", as: "email" },
      { role: "material", as: "url" },
    ];
    expect(published({ "/a": mail })).toEqual({});
    expect(published({ "/a": mail, "/b": link })).toEqual({ url: 2 });
    expect(published({ "/a": mail, "/b": link }, { email: 2 })).toEqual({ email: 2, url: 2 });
    const without = { ...ENGINES, email: { current: 3, carried: [2, 3] } };
    expect(enginesAfter(before.fields, before, without)).toEqual({ email: 3 });
  });

  test("the first, where a stored version has a zone that only its Node knew", () => {
    const stored = fields({ "/a": { role: "material", as: "date", zone: "PST" } });
    expect(enginesOf(stored)).toEqual({});
    expect(notCarried(stored, {})).toEqual([]);
  });

  test("no engine that is not there: what is not named was 1", () => {
    const mail = fields({ "/a": { role: "identity", as: "email" } });
    const without = { ...ENGINES, email: { current: 3, carried: [2, 3] } };
    expect(notCarried(mail, {}, without)).toEqual(["email 1"]);
    expect(notCarried(mail, { email: 2 }, without)).toEqual([]);
    expect(notCarried(mail, { email: 4 }, without)).toEqual(["email 4"]);
    expect(enginesThen(mail, { email: 2, date: 2 })).toEqual({ email: 2 });
  });
});
