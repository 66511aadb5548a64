// For how long an action is remembered, and what comes after.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, contract, duplicates } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring, REOPENED, REPLAYED } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe.each(["coalesce", "refuse", "allow"])("same: %s", (same) => {
  test.each([...REPLAYED, "transient", "refused", "expired", "withdrawn"] as const)(
    "once the window of one that is %s is over, the key is free: next generation, linked both ways",
    async (state) => {
      const [tool, thing] = [
        await stage.shared(duplicates({ same, lookalike: "hold", variant: "hold" })),
        stage.thing(),
      ];
      const id = await bring(stage, ask(tool, thing), state);
      await stage.outlastWindow(id);
      const answer = await stage.submit(ask(tool, thing));
      expect(answer).toMatchObject({
        status: 202,
        body: { state: "cleared", generation: 2, submission: { disposition: "created" }, submissionCount: 1 },
      });
      expect(answer.headers.get("idempotent-replayed")).toBeNull();
      const [before, after] = [await stage.row(id), await stage.row(answer.body["id"])];
      expect([before.successorId, after.predecessorId]).toEqual([after.id, before.id]);
      expect(after.stem).toBe(before.stem);
      expect(before).toMatchObject({ submissionCount: 1, generation: 1 });
    },
  );
});

test("drifted values after the window are no drift", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "succeeded");
  await stage.outlastWindow(id);
  const { body } = await stage.submit(ask(tool, thing, { amount: 90 }));
  expect(body).toMatchObject({ generation: 2, submission: { disposition: "created" }, args: { amount: 90 } });
  expect(body).not.toHaveProperty("drift");
});

test("a generation after a generation: the chain goes on, and only the newest is joined", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const ids = [];
  for (let generation = 1; generation <= 4; generation += 1) {
    const { body } = await stage.submit(ask(tool, thing));
    expect(body).toMatchObject({ generation, submission: { disposition: "created" } });
    ids.push(String(body["id"]));
    await stage.run(body["id"], { class: "success", effectId: `fx-${generation}`, result: {} });
    if (generation < 4) await stage.outlastWindow(body["id"]);
  }
  expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ id: ids[3], effectId: "fx-4" });
  const rows = await stage.sql<{ key: string }>(
    "select encode(key, 'hex') as key from intents where id = any($1)",
    ids,
  );
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test("the window starts when the intent ends, not when it arrives: an old open intent is still joined", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "in_doubt");
  await stage.sql("update intents set created_at = created_at - interval '400 days' where id = $1", id);
  expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ id, submission: { disposition: "replayed" } });
});

test("the window is that of the version that ran, whatever was published since", async () => {
  const [tool, thing] = [await stage.tool({ key: { scope: "step", window: "1h" } }), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "succeeded");
  await stage.publish(tool, { key: { scope: "step", window: "1s" } });
  await stage.sql(
    "update intents set ended_at = ended_at - interval '30 minutes', window_ends_at = window_ends_at - interval '30 minutes' where id = $1",
    id,
  );
  expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ id, submission: { disposition: "replayed" } });
});

describe("defaults", () => {
  const cases: [string, string, number, string][] = [
    ["write_idempotent", "high", 1, "refuse"],
    ["write_idempotent", "low", 1, "refuse"],
    ["write_non_idempotent", "low", 1, "refuse"],
    ["write_non_idempotent", "high", 7, "hold"],
    ["irreversible", "low", 30, "hold"],
    ["irreversible", "high", 30, "hold"],
  ];
  test.each(cases)("%s of %s value: %i days, and drift is %s", async (effect, value, days, drift) => {
    const { duplicates: _d, key: _k, policy: _p, ...written } = contract(`defaults_${effect}_${value}`);
    const tool = String(written["tool"]);
    const published = { ...written, effect, value };
    await stage.product.asOperator("PUT", `/api/v1/contracts/${tool}`, published);
    const thing = stage.thing();
    const first = await stage.submit(ask(tool, thing));
    const id = String(first.body["id"]);
    expect(first.body["state"]).toBe(effect === "write_idempotent" ? "cleared" : "held");
    const drifted = await stage.submit(ask(tool, thing, { amount: 90 }));
    expect(drifted.status).toBe(drift === "refuse" ? 422 : 202);
    const lookalike = await stage.submit(ask(tool, thing, {}, { run: "x", step: "y" }));
    const reasons = ((lookalike.body["hold"] as Body | undefined)?.["reasons"] ?? []) as string[];
    expect(reasons.includes("lookalike")).toBe(drift === "hold");
    expect(await stage.submit(ask(tool, thing, {}, {}))).toMatchObject({ status: 400 });
    if (effect !== "write_idempotent") await stage.deny(id);
    else await stage.run(id, { class: "success", effectId: "fx", result: {} });
    const { endedAt, windowEndsAt } = await stage.row(id);
    expect(Number(windowEndsAt) - Number(endedAt)).toBe(days * 86_400_000);
  });
});

test.each(REOPENED)("inside its window one that ended %s keeps its generation", async (state) => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), state);
  expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ id, generation: 1 });
});
