// The same thing with other values, asked for in another context: the duplicate that a fresh key hides.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere, FIELDS } from "./support/contract";
import { Stage } from "./support/stage";
import { bring, LIVE, REOPENED } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const tool = (variant: string, afterDenial = "ask") =>
  stage.shared({ ...duplicates({ lookalike: "coalesce", variant }), afterDenial });
const DIFFERENCES = [{ pointer: "/amount", role: "material", old: 80, new: 100 }];
const MATTERS = [...LIVE, "succeeded", "partial"] as const;

describe("allow", () => {
  test.each(MATTERS)("beside one that is %s it runs, flagged", async (state) => {
    const [name, thing] = [await tool("allow"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const answer = await stage.submit(elsewhere(name, thing, { amount: 100 }));
    expect(answer).toMatchObject({
      status: 202,
      body: {
        state: "cleared",
        submission: { disposition: "created" },
        resembles: [{ intentId: first, kind: "variant", differences: DIFFERENCES }],
      },
    });
    expect(answer.body).not.toHaveProperty("drift");
  });
});

describe("refuse", () => {
  test.each(MATTERS)("beside one that is %s it is 409 with the differences, on record there", async (state) => {
    const [name, thing] = [await tool("refuse"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const before = await stage.row(first);
    const answer = await stage.submit(elsewhere(name, thing, { amount: 100 }));
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "variant", intentId: first, retriable: false, differences: DIFFERENCES },
    });
    expect(await stage.row(first)).toEqual({ ...before, submissionCount: 2 });
    expect((await stage.submissions(first))[1]).toMatchObject({ refusal: "variant", differences: DIFFERENCES });
  });
});

describe("hold", () => {
  test.each(MATTERS)("beside one that is %s a person decides, whatever policy says", async (state) => {
    const [name, thing] = [await tool("hold"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const before = await stage.row(first);
    const answer = await stage.submit(elsewhere(name, thing, { amount: 100 }));
    expect(answer.body).toMatchObject({
      state: "held",
      hold: { reasons: ["variant"] },
      resembles: [{ intentId: first, kind: "variant", differences: DIFFERENCES }],
    });
    expect(await stage.row(first)).toEqual(before);
    expect((await stage.approve(answer.body["id"])).body).toMatchObject({ state: "cleared", args: { amount: 100 } });
  });
});

describe.each(["allow", "refuse", "hold"])("variant: %s", (rule) => {
  test.each([...REOPENED, "denied", "failed"] as const)(
    "one that ended %s had no effect: it makes no variant",
    async (state) => {
      const [name, thing] = [await tool(rule, "allow"), stage.thing()];
      await bring(stage, ask(name, thing), state);
      const answer = await stage.submit(elsewhere(name, thing, { amount: 100 }));
      expect(answer.body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
      expect(answer.body).not.toHaveProperty("resembles");
    },
  );

  test("after its window it is no variant any more", async () => {
    const [name, thing] = [await tool(rule), stage.thing()];
    await stage.outlastWindow(await bring(stage, ask(name, thing), "succeeded"));
    const answer = await stage.submit(elsewhere(name, thing, { amount: 100 }));
    expect(answer.body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
  });

  test("a deliberate occurrence in the same context is neither look-alike nor variant", async () => {
    const [name, thing] = [await tool(rule), stage.thing()];
    await bring(stage, ask(name, thing), "succeeded");
    const same = await stage.submit({ ...ask(name, thing), occurrence: 2 });
    const other = await stage.submit({ ...ask(name, thing, { amount: 100 }), occurrence: 3 });
    for (const { body } of [same, other]) {
      expect(body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
      expect(body).not.toHaveProperty("resembles");
    }
  });
});

test("what is both is held for both, look-alikes first", async () => {
  const [name, thing] = [await stage.shared(duplicates({ lookalike: "hold", variant: "hold" })), stage.thing()];
  const first = await bring(stage, ask(name, thing), "succeeded");
  const second = String((await stage.submit(elsewhere(name, thing, { amount: 100 }))).body["id"]);
  const third = await stage.submit(ask(name, thing, {}, { run: "run-3", step: "step-1" }));
  expect(third.body).toMatchObject({
    hold: { reasons: ["lookalike", "variant"] },
    resembles: [
      { intentId: first, kind: "lookalike" },
      { intentId: second, kind: "variant" },
    ],
  });
});

test("many that came to nothing do not hide the one that counts", async () => {
  const [name, thing] = [await tool("refuse", "allow"), stage.thing()];
  const at = (n: number) => ({ run: `run-${n}`, step: "s" });
  const nos = Array.from({ length: 24 }, (_, n) => ask(name, thing, { amount: 100 + n }, at(n)));
  for (const no of nos) await bring(stage, no, "denied");
  const counts = await bring(stage, ask(name, thing, { amount: 50 }, at(50)), "succeeded");
  const answer = await stage.submit(ask(name, thing, { amount: 60 }, at(60)));
  expect(answer).toMatchObject({ status: 409, body: { code: "variant", intentId: counts } });
});

test("without identity fields nothing says that two calls are about the same thing: look-alikes, but no variants", async () => {
  const { "/id": _id, ...fields } = FIELDS;
  const name = await stage.tool({ ...duplicates({ lookalike: "hold", variant: "refuse" }), fields });
  await stage.submit(ask(name, "a"));
  expect((await stage.submit(elsewhere(name, "b"))).body).toMatchObject({ state: "cleared" });
  const alike = await stage.submit(ask(name, "a", {}, { run: "run-3", step: "s" }));
  expect(alike.body).toMatchObject({ state: "held", hold: { reasons: ["lookalike"] } });
});
