// What a review once found broken, each as the guarantee that was missing.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../support/in-process";
import { ask, duplicates, EXECUTE, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const keyed = (key: string) => ({ "idempotency-key": key });
const inRun = (tool: string, thing: string, run: string, args: Body = {}) =>
  ask(tool, thing, args, { run, step: "step-1" });
const textOf = ({ headers, body }: Answer) => JSON.stringify([[...headers], body]);

describe("look-alikes", () => {
  const EXPIRED_RUNS = ["a", "b", "c", "d", "e"];

  test.each(["cleared", "executing"] as const)(
    "a crowd of holds that are over and unmarked does not hide one that is %s",
    async (state) => {
      const [tool, thing] = [await stage.shared(duplicates({ lookalike: "hold" })), stage.thing()];
      for (const run of EXPIRED_RUNS) await bring(stage, inRun(tool, thing, run), "overdue");
      const id = await bring(stage, inRun(tool, thing, "runs"), state);
      expect((await stage.row(id)).state).toBe(state);
      const explained = await stage.explain(inRun(tool, thing, "further"));
      expect(explained.body).toMatchObject({ verdict: "hold", resembles: [{ intentId: id, kind: "lookalike" }] });
      const answer = await stage.submit(inRun(tool, thing, "further"));
      expect(answer).toMatchObject({ status: 202, body: { state: "held", hold: { reasons: ["lookalike"] } } });
      expect(answer.body["resembles"]).toMatchObject([{ intentId: id }]);
    },
  );

  test("coalesce: a denied generation that other values superseded is not joined, and no error", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ lookalike: "coalesce" })), stage.thing()];
    const denied = await bring(stage, ask(tool, thing), "denied");
    const next = await stage.submit(ask(tool, thing, { amount: 100 }));
    expect(next.body).toMatchObject({ generation: 2 });
    const explained = await stage.explain(elsewhere(tool, thing));
    const answer = await stage.submit(elsewhere(tool, thing));
    expect(answer).toMatchObject({ status: 202, body: { state: "held", submission: { disposition: "created" } } });
    expect(answer.body["hold"]).toMatchObject({ reasons: ["denied_before"] });
    expect([denied, next.body["id"]]).not.toContain(answer.body["id"]);
    expect(explained).toMatchObject({ status: 200, body: { disposition: "created", verdict: "hold", joins: null } });
  });
});

describe("a caller's key that is taken", () => {
  const REUSED = { status: 422, body: { code: "idempotency_key_reused", retriable: false } };

  test("says to take a fresh one, not the other action's result, and is kept with the key's owner", async () => {
    const [tool, mine, other, key] = [await stage.shared(), stage.thing(), stage.thing(), stage.thing()];
    const { body: owner } = await stage.submit(ask(tool, mine), keyed(key));
    const answer = await stage.submit(ask(tool, other), keyed(key));
    expect(answer).toMatchObject({ ...REUSED, body: { ...REUSED.body, intentId: owner["id"] } });
    const fix = String(answer.body["correctiveAction"]);
    expect(fix).toMatch(/fresh Idempotency-Key/);
    expect(fix).not.toMatch(/go on with its result/);
    expect(await stage.submissions(owner["id"])).toMatchObject([
      { refusal: null, args: { id: mine } },
      { refusal: "idempotency_key_reused", args: { id: other } },
    ]);
    expect((await stage.row(owner["id"])).submissionCount).toBe(1);
  });

  async function outlive(over: "first" | "second") {
    const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
    const first = await stage.submit(ask(tool, thing), keyed(key));
    const second = await stage.submit({ ...ask(tool, thing), occurrence: 2 }, keyed(key));
    expect(first.body["id"]).not.toBe(second.body["id"]);
    const [ended, live] = over === "first" ? [first, second] : [second, first];
    await stage.run(ended.body["id"], { class: "success", effectId: "fx", result: {} });
    await stage.outlastWindow(ended.body["id"]);
    const answer = await stage.submit(ask(tool, stage.thing()), keyed(key));
    expect(answer).toMatchObject({ ...REUSED, body: { ...REUSED.body, intentId: live.body["id"] } });
  }

  test("stays taken while the second occurrence is remembered, though the first is over", () => outlive("first"));

  test("stays taken while the first occurrence is remembered, though the second is over", () => outlive("second"));
});

test.each(["held", "succeeded"] as const)(
  "explaining what would join a look-alike that is %s does not tell the key it was asked for under",
  async (state) => {
    const [tool, thing, key] = [
      await stage.shared(duplicates({ lookalike: "coalesce" })),
      stage.thing(),
      `key-of-${stage.thing()}`,
    ];
    const colleague = await stage.agent();
    const plan = state === "held" ? "hold" : "clear";
    const opened = await colleague.call("POST", "/intents", ask(tool, thing, { plan }), keyed(key));
    if (state === "succeeded") await stage.run(opened.body["id"], { class: "success", effectId: "fx", result: {} });
    const explained = await stage.explain(elsewhere(tool, thing));
    expect(explained.body).toMatchObject({ disposition: "lookalike", joins: { intentId: opened.body["id"] } });
    expect(explained.body).toMatchObject({ keyParts: { context: { run: "run-2", step: "step-1" } } });
    expect(textOf(explained)).not.toContain(key);
    expect(textOf(await stage.explainAsOperator(elsewhere(tool, thing)))).toContain(key);
  },
);

test("observe: submission, decision and event say the same of a would-be duplicate", async () => {
  const [tool, thing] = [await stage.shared({ mode: "observe" }), stage.thing()];
  await stage.submit(ask(tool, thing));
  const answer = await stage.submit(ask(tool, thing));
  const id = answer.body["id"];
  expect(answer.body).toMatchObject({ state: "cleared", observed: { verdict: "join" } });
  const observed = { verdict: "join", reasons: [], rule: "coalesced" };
  const said = await stage.sql(
    `select (select observed from submissions where intent_id = $1) as submission,
       (select inputs -> 'observed' from decisions where intent_id = $1) as decision,
       (select data -> 'observed' from audit_events where intent_id = $1 and type = 'intent.opened') as event`,
    id,
  );
  expect(said).toEqual([{ submission: observed, decision: observed, event: observed }]);
  expect(await stage.read(id)).toMatchObject({ observed });
});

test("explain says that what a paused agent would open again is paused", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  await bring(stage, ask(tool, thing), "withdrawn");
  const other = await stage.agent();
  await stage.product.asOperator("POST", `/api/v1/agents/${other.id}/pause`, { reason: "It misbehaves." });
  const explained = await other.call("POST", "/explain", ask(tool, thing));
  expect(explained.body).toMatchObject({ disposition: "reopened", paused: true });
});

// From here on a worker runs: what is due is performed.
describe("with a worker", () => {
  beforeAll(() => void stage.product.startWorker());
  const WAIT = { prefer: "wait=20" };

  test("an intent that another agent opened again waits while that agent is paused", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "withdrawn");
    const other = await stage.agent();
    const pausePath = `/api/v1/agents/${other.id}`;
    await stage.product.asOperator("POST", `${pausePath}/pause`, { reason: "It misbehaves." });
    const again = await other.call("POST", "/intents", ask(tool, thing));
    const waits = { id, state: "held", hold: { reasons: ["paused"] }, agent: { id: other.id } };
    expect(again.body).toMatchObject({ ...waits, submission: { disposition: "reopened" } });
    // Submitted later and not paused: once it has run, the worker has looked for work.
    expect((await stage.submit(ask(tool, stage.thing()), WAIT)).body).toMatchObject({ state: "succeeded" });
    expect(await stage.row(id)).toMatchObject({ state: "cleared", fence: 0, agentId: other.id });
    expect(await stage.count("attempts", "intent_id = $1", id)).toBe(0);
    expect(await stage.read(id)).toMatchObject(waits);
    await stage.product.asOperator("POST", `${pausePath}/resume`, {});
    const ended = await other.call("GET", `/intents/${id}`, undefined, WAIT);
    expect(ended.body).toMatchObject({ state: "succeeded", agent: { id: other.id } });
  });

  test("and no longer waits for the agent that had asked for it before", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const [before, other] = [await stage.agent(), await stage.agent()];
    const { body } = await before.call("POST", "/intents", ask(tool, thing, { plan: "hold" }));
    await before.call("POST", `/intents/${body["id"]}/withdraw`, {});
    await stage.product.asOperator("POST", `/api/v1/agents/${before.id}/pause`, { reason: "It misbehaves." });
    const again = await other.call("POST", "/intents", ask(tool, thing), WAIT);
    expect(again).toMatchObject({ status: 201, body: { id: body["id"], state: "succeeded" } });
  });

  test("a key that the downstream echoes is told to operators only", async () => {
    const body = { amount: "{args.amount}", reference: "{key}", nested: ["for {key}"] };
    const tool = await stage.shared({ execute: { ...EXECUTE, request: { ...EXECUTE.request, body } } });
    const answer = await stage.submit(ask(tool, stage.thing()), WAIT);
    expect(answer.body).toMatchObject({ state: "succeeded", result: { received: { reference: "(key)" } } });
    const id = String(answer.body["id"]);
    const { key } = await stage.row(id);
    expect((await stage.product.effects(key)).map((effect) => effect.body["reference"])).toEqual([key]);
    const replayed = await stage.submit({ ...ask(tool, String((answer.body["args"] as Body)["id"])) });
    expect(replayed.body).toMatchObject({ id, submission: { disposition: "replayed" } });
    const seen = [answer, replayed, await stage.product.asAgent("GET", `/api/v1/intents/${id}`)];
    seen.push(await stage.product.asAgent("GET", `/api/v1/intents?tool=${tool}`));
    for (const one of seen) expect(textOf(one)).not.toContain(key);
    expect(await stage.read(id)).toMatchObject({ result: { received: { reference: key, nested: [`for ${key}`] } } });
  });
});
