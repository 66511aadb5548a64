// Whatever is asked together, a list has what a plain look at everything finds: nothing twice, nothing left out, in
// order, page by page, also while more is submitted.
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addRows } from "@/lib/application/count-intents";
import { makeIdSource } from "@/lib/domain/id";
import { candidateDigests } from "@/lib/domain/identity-values";
import { sumDecimals } from "@/lib/domain/limits/decimal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import type { IntentListFilter } from "./intent-pages";
import { addUpStretch, type TotalsRow } from "./intent-totals";
import { listIntents } from "./list-intents";
import { addUpPlain, findPlain, insertPlain, type PlainFilter, type PlainIntent } from "./testing/plain-intents";
import type { Reader } from "./testing/reads-of";

const START_MS = 1_800_000_000_000;
const COUNT = 150;
const RUNS = 250;
/** More pages than any list here has. */
const PAGES_MAX = 400;

let database: TestDatabase;
let client: pg.Client;
let reader: Reader;
const stored: PlainIntent[] = [];
let nowMs = START_MS;
const newId = makeIdSource(() => nowMs);

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into agents (id, name) values ('agt_a', 'a'), ('agt_b', 'b')");
  reader = {
    $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await client.query(sql, values)).rows,
  } as Reader;
  await add(fc.sample(INTENT, { numRuns: COUNT, seed: 7 }));
  await client.query("analyze");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const VALUES = ["a@x.test", "A", "a", "b", "42"];
const AMOUNTS = ["-3", "0", "5", "5.01", "80", "1000"];
const NEW = {
  namespace: fc.constantFrom("one", "two"),
  tool: fc.constantFrom("t1", "t2", "t3"),
  agent: fc.constantFrom("agt_a", "agt_b"),
  run: fc.constantFrom("r1", "r2", null),
  state: fc.constantFrom("succeeded", "failed", "denied", "held"),
  effectId: fc.constantFrom("e1", "e2", "e3"),
  identity: fc.record({
    "/one": fc.constantFrom(...VALUES),
    "/many": fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 3 }),
  }),
  amount: fc.option(fc.record({ currency: fc.constantFrom("USD", "JPY"), amount: fc.constantFrom(...AMOUNTS) })),
  operators: fc.uniqueArray(fc.constantFrom("opr_a", "opr_b"), { maxLength: 2 }),
  laterMs: fc.integer({ min: 0, max: 3 }),
};
const INTENT = fc.record(NEW) as fc.Arbitrary<Omit<PlainIntent, "id" | "createdMs"> & { laterMs: number }>;

async function add(intents: (Omit<PlainIntent, "id" | "createdMs"> & { laterMs: number })[]): Promise<void> {
  const added = intents.map(({ laterMs, ...intent }) => {
    nowMs += laterMs;
    return { ...intent, id: newId("int"), createdMs: nowMs };
  });
  await insertPlain(client, added);
  stored.push(...added);
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const instant = fc.integer({ min: START_MS - 5, max: START_MS + 300 });
const ASKED = {
  tool: NEW.tool,
  agent: NEW.agent,
  run: fc.constantFrom("r1", "r2"),
  state: NEW.state,
  operator: fc.constantFrom("opr_a", "opr_b", "opr_c"),
  effectId: NEW.effectId,
  identity: fc.constantFrom(...VALUES, "A@X.test", "c", " 042 "),
  q: fc.constantFrom(...VALUES, "A@X.test", "r1", "e1", "nothing"),
  fromMs: instant,
  toMs: instant,
  money: fc.record({
    currency: fc.constantFrom("USD", "JPY"),
    from: maybe(fc.constantFrom(...AMOUNTS)),
    to: maybe(fc.constantFrom(...AMOUNTS)),
  }),
};
const NAMES = Object.keys(ASKED) as (keyof typeof ASKED)[];
/** Mostly few at once: of many that narrow each other down nothing is left to be wrong about. */
const FILTER = fc
  .record({
    namespace: fc.option(NEW.namespace),
    asked: fc.record(ASKED),
    names: fc.oneof(
      { arbitrary: fc.subarray(NAMES, { maxLength: 3 }), weight: 3 },
      { arbitrary: fc.subarray(NAMES), weight: 1 },
    ),
  })
  .map(({ namespace, asked, names }): PlainFilter => {
    const picked = Object.fromEntries(names.map((name) => [name, asked[name]]));
    return { namespace, ...picked };
  });

function toFilter({ identity, q, ...rest }: PlainFilter) {
  return {
    ...rest,
    identity: identity === undefined ? undefined : candidateDigests(identity),
    q: q === undefined ? undefined : { text: q, identity: candidateDigests(q) },
  };
}

/** All pages; between two of them, `meanwhile`. */
async function walk(asked: PlainFilter, limit: number, meanwhile: () => Promise<void>): Promise<string[]> {
  const filter = toFilter(asked);
  const found: string[] = [];
  let place: Pick<IntentListFilter, "beforeId" | "money"> = {};
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const rows = await listIntents(reader, { ...filter, ...place, limit: limit + 1 });
    found.push(...rows.slice(0, limit).map(({ id }) => id));
    const last = rows[limit - 1];
    if (rows.length <= limit || last === undefined) return found;
    const { money } = asked;
    const before = { amount: last.amount ?? "", id: last.id };
    place = money === undefined ? { beforeId: last.id } : { money: { ...money, before } };
    await meanwhile();
  }
  throw new Error("A list did not end.");
}

test("a list has exactly what was asked for, in order, page by page", async () => {
  await fc.assert(
    fc.asyncProperty(FILTER, fc.integer({ min: 1, max: 20 }), async (filter, limit) => {
      expect(await walk(filter, limit, async () => undefined)).toEqual(findPlain(stored, filter));
    }),
    { numRuns: RUNS },
  );
});

test("what a list amounts to is what its intents add up to, a stretch after the other", async () => {
  await fc.assert(
    fc.asyncProperty(FILTER, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
      let rows: TotalsRow[] = [];
      let place: Pick<IntentListFilter, "beforeId" | "money"> = {};
      for (let turn = 1; turn <= PAGES_MAX; turn += 1) {
        const stretch = await addUpStretch(reader, { ...toFilter(filter), ...place, limit });
        rows = addRows(rows, stretch.rows);
        if (stretch.last === null) break;
        const { id, amount } = stretch.last;
        const { money } = filter;
        place = money === undefined ? { beforeId: id } : { money: { ...money, before: { amount: amount ?? "", id } } };
      }
      const byKey = (left: TotalsRow, right: TotalsRow) => (keyOf(left) < keyOf(right) ? -1 : 1);
      expect(rows.map(withPlainSum).sort(byKey)).toEqual(addUpPlain(stored, filter).sort(byKey));
    }),
    { numRuns: 60 },
  );
});

const keyOf = ({ state, currency }: TotalsRow) => `${state} ${currency}`;
const withPlainSum = (row: TotalsRow) => ({ ...row, sum: row.sum === null ? null : sumDecimals([row.sum]) });

/** Those of all runs together still make no list of more than `PAGES_MAX` pages. */
const NEWCOMERS = fc.array(INTENT, { minLength: 1, maxLength: 5 });

test("what is submitted meanwhile neither repeats nor hides anything", async () => {
  await fc.assert(
    fc.asyncProperty(FILTER, fc.integer({ min: 1, max: 9 }), NEWCOMERS, async (filter, limit, newcomers) => {
      const before = findPlain(stored, filter);
      const waiting = [...newcomers];
      const found = await walk(filter, limit, () => add(waiting.splice(0, 1)));
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => before.includes(id))).toEqual(before);
      const all = findPlain(stored, filter);
      expect(found).toEqual(all.filter((id) => found.includes(id)));
    }),
    { numRuns: 60 },
  );
});
