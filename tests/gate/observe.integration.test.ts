// Observe: everything goes through, and says what enforcing would have done.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const OBSERVE = { mode: "observe" };
const observing = (more: Body = {}) => stage.shared({ ...OBSERVE, ...more });
const strict = (lookalike: string, variant = "hold") => duplicates({ lookalike, variant, drift: "hold" });
const ran = { status: 202, body: { state: "cleared", submission: { disposition: expect.any(String) } } };

describe("policy", () => {
  test.each([
    ["clear", "clear", []],
    ["hold", "hold", ["approval"]],
    ["two", "hold", ["approval"]],
    ["break", "hold", ["approval"]],
    ["refuse", "refuse", []],
  ])("%s goes through and says %s", async (plan, verdict, reasons) => {
    const answer = await stage.submit(ask(await observing(), stage.thing(), { plan }));
    expect(answer).toMatchObject(ran);
    // An agent must not learn the rules, here neither.
    expect(answer.body["observed"]).toEqual({ verdict, reasons, rule: null });
    const { observed } = await stage.read(answer.body["id"]);
    expect(observed).toMatchObject({ verdict, reasons });
    if (verdict !== "clear") expect((observed as Body)["rule"]).toContain("plan");
  });

  test("an irreversible effect too", async () => {
    const tool = await observing({ effect: "irreversible", policy: [] });
    const answer = await stage.submit(ask(tool, stage.thing()));
    expect(answer.body).toMatchObject({ state: "cleared", observed: { verdict: "hold", reasons: ["approval"] } });
  });

  test("limits are counted and do not stop anything", async () => {
    const tool = await stage.tool({ ...OBSERVE, limits: [{ per: "tool", count: true, max: 1, window: "24h" }] });
    await stage.submit(ask(tool, stage.thing()));
    const over = await stage.submit(ask(tool, stage.thing()));
    expect(over.body).toMatchObject({ state: "cleared", observed: { verdict: "hold", reasons: ["limit"] } });
  });
});

describe("duplicates", () => {
  test("each repeat runs, under a key of its own, and names the intent it would have joined", async () => {
    const [tool, thing] = [await observing(), stage.thing()];
    const first = await stage.submit(ask(tool, thing));
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.submit(ask(tool, thing))));
    const ids = new Set(answers.map(({ body }) => body["id"]));
    expect(ids.size).toBe(10);
    expect(ids).not.toContain(first.body["id"]);
    for (const { body } of answers) expect(body).toMatchObject({ state: "cleared", observed: { verdict: "join" } });
    const keys = await stage.sql<{ key: string }>(
      "select encode(key, 'hex') as key from intents where tool = $1 and identity ->> '/id' = $2",
      tool,
      thing,
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(11);
  });

  test.each(["coalesce", "refuse", "hold"])(
    "a drift under `%s` runs with its own values and is told",
    async (drift) => {
      const [tool, thing] = [await observing(duplicates({ drift })), stage.thing()];
      await stage.submit(ask(tool, thing));
      const answer = await stage.submit(ask(tool, thing, { amount: 90 }));
      expect(answer).toMatchObject(ran);
      expect(answer.body).toMatchObject({ args: { amount: 90 } });
      expect((answer.body["observed"] as Body)["verdict"]).toBe(drift === "refuse" ? "refuse" : "join");
    },
  );

  test.each(["coalesce", "refuse", "hold"])("look-alikes under `%s` run and are told", async (lookalike) => {
    const [tool, thing] = [await observing(strict(lookalike)), stage.thing()];
    await stage.submit(ask(tool, thing));
    const answer = await stage.submit(elsewhere(tool, thing));
    expect(answer).toMatchObject(ran);
    expect((answer.body["observed"] as Body)["verdict"]).toBe(lookalike === "coalesce" ? "join" : lookalike);
  });

  test.each(["refuse", "hold"])("variants under `%s` run and are told", async (variant) => {
    const [tool, thing] = [await observing(strict("allow", variant)), stage.thing()];
    await stage.submit(ask(tool, thing));
    const answer = await stage.submit(elsewhere(tool, thing, { amount: 90 }));
    expect(answer).toMatchObject(ran);
    expect((answer.body["observed"] as Body)["verdict"]).toBe(variant);
  });

  test.each(["refuse", "hold"])("a missing key under `%s` runs and is told", async (missing) => {
    const tool = await observing(duplicates({ missing }));
    const answer = await stage.submit(ask(tool, stage.thing(), {}, {}));
    expect(answer).toMatchObject(ran);
    expect((answer.body["observed"] as Body)["verdict"]).toBe(missing);
  });

  test("a caller's key that belongs to another thing runs and is told", async () => {
    const [tool, headers] = [await observing(), { "idempotency-key": stage.thing() }];
    await stage.submit(ask(tool, stage.thing()), headers);
    const answer = await stage.submit(ask(tool, stage.thing()), headers);
    expect(answer).toMatchObject(ran);
    expect(answer.body["observed"]).toMatchObject({ verdict: "refuse" });
  });
});

test("after the window of an observed look-alike its key is taken on, not left behind", async () => {
  const [tool, thing] = [await stage.tool({ ...OBSERVE, ...strict("refuse") }), stage.thing()];
  const old = await stage.submit(elsewhere(tool, thing));
  await stage.run(old.body["id"], { class: "success", effectId: "fx", result: {} });
  await stage.outlastWindow(old.body["id"]);
  await stage.submit(ask(tool, thing));
  const next = await stage.submit(elsewhere(tool, thing));
  expect(next.body).toMatchObject({ state: "cleared", generation: 2 });
  expect(await stage.row(old.body["id"])).toMatchObject({ successorId: next.body["id"] });
});

describe("from observing to enforcing", () => {
  test("a retry of what was observed joins it", async () => {
    const [tool, thing] = [await stage.tool(OBSERVE), stage.thing()];
    const first = await stage.submit(ask(tool, thing));
    await stage.publish(tool);
    const again = await stage.submit(ask(tool, thing));
    expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
    expect(again.body).not.toHaveProperty("observed");
  });

  test.each(["coalesce", "refuse", "hold"])(
    "also of what was observed to be a look-alike under `%s`",
    async (lookalike) => {
      const [tool, thing] = [await stage.tool({ ...OBSERVE, ...strict(lookalike) }), stage.thing()];
      await stage.submit(ask(tool, thing));
      const second = await stage.submit(elsewhere(tool, thing));
      await stage.publish(tool, strict(lookalike));
      const again = await stage.submit(elsewhere(tool, thing));
      expect(again.body).toMatchObject({ id: second.body["id"], submission: { disposition: "coalesced" } });
    },
  );
});
