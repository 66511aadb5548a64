// Everything at once, through two web processes: the decision and its record are one step.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { makeRuntime, type Runtime } from "@/server/runtime";
import { ask, duplicates, EXECUTE } from "./support/contract";
import { type Body, Stage } from "./support/stage";

const AT_ONCE = 30;
let stage: Stage;
let second: Runtime;
beforeAll(async () => {
  stage = await Stage.open();
  second = makeRuntime(loadSettings(stage.product.env), makeLogger("second", "silent"));
});
afterAll(async () => {
  await second.close();
  await stage.close();
});

type Told = { status: number; body: Body };

async function throughSecond(body: Body, headers: Record<string, string>): Promise<Told> {
  const answer = await second.api.request("/api/v1/intents", {
    method: "POST",
    headers: { authorization: `Bearer ${stage.product.agentKey}`, ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

function atOnce(bodyOf: (n: number) => Body, headersOf: (n: number) => Record<string, string> = () => ({})) {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, n): Promise<Told> => {
      return n % 2 === 0 ? stage.submit(bodyOf(n), headersOf(n)) : throughSecond(bodyOf(n), headersOf(n));
    }),
  );
}

const countOf = (answers: Told[], state: string) => answers.filter(({ body }) => body["state"] === state).length;
const statuses = (answers: Told[]) => answers.map(({ status }) => status).sort((left, right) => left - right);
const once = <T>(first: T, rest: T): T[] => [first, ...Array.from({ length: AT_ONCE - 1 }, () => rest)];
const ownRun = (n: number) => ({ run: `run-${n}`, step: "s" });

describe("thirty look-alikes at once", () => {
  test("hold: one runs, the others wait for a person", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ lookalike: "hold" })), stage.thing()];
    const answers = await atOnce((n) => ask(tool, thing, {}, ownRun(n)));
    expect({ cleared: countOf(answers, "cleared"), held: countOf(answers, "held") }).toEqual({ cleared: 1, held: 29 });
  });

  test("coalesce: there is one intent", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ lookalike: "coalesce" })), stage.thing()];
    const answers = await atOnce((n) => ask(tool, thing, {}, ownRun(n)));
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    expect((await stage.row(answers[0]?.body["id"])).submissionCount).toBe(AT_ONCE);
  });

  test("refuse: one is taken, the others are 409", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ lookalike: "refuse" })), stage.thing()];
    expect(statuses(await atOnce((n) => ask(tool, thing, {}, ownRun(n))))).toEqual(once(202, 409));
  });
});

describe("thirty variants at once", () => {
  test("hold: one runs", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ variant: "hold" })), stage.thing()];
    const answers = await atOnce((n) => ask(tool, thing, { amount: 10 + n }, ownRun(n)));
    expect({ cleared: countOf(answers, "cleared"), held: countOf(answers, "held") }).toEqual({ cleared: 1, held: 29 });
  });

  test("refuse: one is taken", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ variant: "refuse" })), stage.thing()];
    expect(statuses(await atOnce((n) => ask(tool, thing, { amount: 10 + n }, ownRun(n))))).toEqual(once(202, 409));
  });
});

describe("one key thirty times at once", () => {
  test("with as many amounts: one intent, held; every submission is kept", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const answers = await atOnce((n) => ask(tool, thing, { amount: 10 + n }));
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    const row = await stage.row(answers[0]?.body["id"]);
    expect(row).toMatchObject({ state: "held", submissionCount: AT_ONCE });
    expect(await stage.count("submissions", "intent_id = $1", row.id)).toBe(AT_ONCE);
  });

  test("`same: refuse`: one is taken, twenty-nine are told so", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ same: "refuse" })), stage.thing()];
    expect(statuses(await atOnce(() => ask(tool, thing)))).toEqual(once(202, 409));
  });

  test("an expired hold is opened again once", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const held = await stage.submit(ask(tool, thing, { plan: "hold" }));
    await stage.outlastHold(held.body["id"]);
    const answers = await atOnce(() => ask(tool, thing));
    const dispositions = answers.map(({ body }) => (body["submission"] as Body)["disposition"]).sort();
    expect(dispositions).toEqual([...once("coalesced", "coalesced").slice(1), "reopened"]);
    expect(await stage.count("intents", "tool = $1", tool)).toBe(1);
  });

  test("after the window there is one next generation", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const { body } = await stage.submit(ask(tool, thing));
    await stage.run(body["id"], { class: "success", effectId: "fx", result: {} });
    await stage.outlastWindow(body["id"]);
    await atOnce(() => ask(tool, thing));
    expect(await stage.count("intents", "tool = $1", tool)).toBe(2);
  });
});

test("one caller's key for thirty things at once belongs to one of them", async () => {
  const tool = await stage.tool();
  const answers = await atOnce(
    (n) => ask(tool, `one-of-${n}`),
    () => ({ "idempotency-key": "shared" }),
  );
  expect(statuses(answers)).toEqual(once(202, 422));
});

test("with a worker: asked for thirty times in fifteen runs, one effect lands and everybody gets it", async () => {
  // This downstream ignores keys, so a time-out on a busy machine must not be retried: the contract says what is true.
  const { idempotency: _, ...execute } = { ...EXECUTE, timeout: "20s" };
  const rules = duplicates({ lookalike: "coalesce", variant: "hold" });
  const [tool, thing] = [await stage.tool({ ...rules, execute }), stage.thing()];
  stage.product.startWorker();
  const answers = await atOnce(
    (n) => ask(tool, thing, {}, ownRun(n % 15)),
    () => ({ prefer: "wait=20" }),
  );
  const effects = (await stage.product.effects()).filter(({ body }) => body["id"] === thing);
  expect(effects).toHaveLength(1);
  for (const { body } of answers) expect(body).toMatchObject({ state: "succeeded", effectId: effects[0]?.id });
});
