// The same thing with the same values, asked for in another context, in every state that the first may be in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "./support/contract";
import { Stage } from "./support/stage";
import { bring, LIVE, REOPENED, REPLAYED, stateOf } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** What a person's denial adds to these rules is told in `denied-before`. */
const tool = (lookalike: string) =>
  stage.shared({ ...duplicates({ lookalike, variant: "hold" }), afterDenial: "allow" });
const MATTERS = [...LIVE, ...REPLAYED] as const;

describe("allow", () => {
  test.each(MATTERS)("beside one that is %s it runs, flagged", async (state) => {
    const [name, thing] = [await tool("allow"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const answer = await stage.submit(elsewhere(name, thing, { amount: "80.00" }));
    expect(answer).toMatchObject({
      status: 202,
      body: {
        state: "cleared",
        submission: { disposition: "lookalike" },
        resembles: [{ intentId: first, kind: "lookalike", differences: [] }],
      },
    });
    expect(answer.body["id"]).not.toBe(first);
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
    expect(await stage.read(answer.body["id"])).toMatchObject({ resembles: [{ intentId: first }] });
  });
});

describe("coalesce", () => {
  test.each(MATTERS)("it joins one that is %s and gets its answer", async (state) => {
    const [name, thing] = [await tool("coalesce"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const before = await stage.row(first);
    const answer = await stage.submit(elsewhere(name, thing, { amount: "80.00", plan: "refuse" }));
    expect(answer).toMatchObject({
      status: before.endedAt === null ? 202 : 200,
      body: { id: first, state: stateOf(state), submission: { disposition: "lookalike" }, submissionCount: 2 },
    });
    expect(answer.body["effectId"]).toBe(before.effectId);
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(await stage.row(first)).toEqual({ ...before, submissionCount: 2 });
    expect((await stage.submissions(first))[1]).toMatchObject({ disposition: "lookalike", run: "run-2" });
  });

  test("a retry of what was coalesced joins the same intent again", async () => {
    const [name, thing] = [await tool("coalesce"), stage.thing()];
    const first = await bring(stage, ask(name, thing), "succeeded");
    await stage.submit(elsewhere(name, thing));
    expect((await stage.submit(elsewhere(name, thing))).body).toMatchObject({ id: first, submissionCount: 3 });
  });
});

describe("refuse", () => {
  test.each(MATTERS)("beside one that is %s it is 409, on record there, and nothing runs", async (state) => {
    const [name, thing] = [await tool("refuse"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const before = await stage.row(first);
    const answer = await stage.submit(elsewhere(name, thing));
    expect(answer).toMatchObject({ status: 409, body: { code: "lookalike", intentId: first, retriable: false } });
    expect(answer.body).not.toHaveProperty("differences");
    expect(await stage.row(first)).toEqual({ ...before, submissionCount: 2 });
    expect((await stage.submissions(first))[1]).toMatchObject({ refusal: "lookalike", run: "run-2" });
  });
});

describe("hold", () => {
  test.each(MATTERS)("beside one that is %s a person decides, whatever policy says", async (state) => {
    const [name, thing] = [await tool("hold"), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const answer = await stage.submit(elsewhere(name, thing));
    expect(answer).toMatchObject({
      status: 202,
      body: {
        state: "held",
        hold: { reasons: ["lookalike"], approvalsNeeded: 1 },
        submission: { disposition: "lookalike" },
        resembles: [{ intentId: first, kind: "lookalike" }],
      },
    });
    const approved = await stage.approve(answer.body["id"]);
    expect(approved).toMatchObject({ status: 200, body: { state: "cleared" } });
  });

  test("every reason is given, and a refusing policy still refuses", async () => {
    const [name, thing] = [await tool("hold"), stage.thing()];
    await bring(stage, ask(name, thing), "held");
    const held = await stage.submit(elsewhere(name, thing, { plan: "two" }));
    expect(held.body).toMatchObject({ hold: { reasons: ["approval", "lookalike"], approvalsNeeded: 2 } });
    const third = { run: "run-3", step: "step-1" };
    expect(await stage.submit(ask(name, thing, { plan: "refuse" }, third))).toMatchObject({
      status: 201,
      body: { state: "refused", submission: { disposition: "lookalike" } },
    });
  });
});

describe.each(["allow", "coalesce", "refuse", "hold"])("lookalike: %s", (rule) => {
  test.each(REOPENED)("one that ended %s never happened: nothing resembles it", async (state) => {
    const [name, thing] = [await tool(rule), stage.thing()];
    const first = await bring(stage, ask(name, thing), state);
    const answer = await stage.submit(elsewhere(name, thing));
    expect(answer).toMatchObject({
      status: 202,
      body: { state: "cleared", submission: { disposition: "created" } },
    });
    expect(answer.body["id"]).not.toBe(first);
    expect(answer.body).not.toHaveProperty("resembles");
  });

  test("what is opened again meets what was asked for elsewhere meanwhile", async () => {
    const [name, thing] = [await tool(rule), stage.thing()];
    const first = await bring(stage, ask(name, thing), "expired");
    const second = String((await stage.submit(elsewhere(name, thing))).body["id"]);
    const again = await stage.submit(ask(name, thing));
    const expected = {
      allow: { id: first, state: "cleared", submission: { disposition: "reopened" } },
      coalesce: { id: second, submission: { disposition: "lookalike" } },
      refuse: { code: "lookalike", intentId: second },
      hold: { id: first, state: "held", hold: { reasons: ["lookalike"] } },
    }[rule];
    expect(again.body).toMatchObject(expected ?? {});
  });

  test("after its window it is no look-alike any more", async () => {
    const [name, thing] = [await tool(rule), stage.thing()];
    const first = await bring(stage, ask(name, thing), "succeeded");
    await stage.outlastWindow(first);
    const answer = await stage.submit(elsewhere(name, thing));
    expect(answer.body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
    expect(answer.body).not.toHaveProperty("resembles");
  });
});

describe("which context is another one", () => {
  const contexts = [
    [{ run: "run-1", step: "step-2" }, {}],
    [{ run: "run-2", step: "step-1" }, {}],
    [{ run: "run-1", step: "step-1" }, { "idempotency-key": "k-1" }],
  ] as const;
  test.each(contexts)("%j %j", async (context, headers) => {
    const [name, thing] = [await stage.shared(duplicates({ lookalike: "hold" })), stage.thing()];
    await stage.submit(ask(name, thing));
    const answer = await stage.submit(ask(name, thing, {}, context), headers);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons: ["lookalike"] } });
  });

  test("another session under session scope; run and step do not matter there", async () => {
    const more = { ...duplicates({ lookalike: "hold" }), key: { scope: "session", window: "1h" } };
    const [name, thing] = [await stage.shared(more), stage.thing()];
    const first = await stage.submit(ask(name, thing, {}, { session: "s-1", run: "a", step: "b" }));
    const same = await stage.submit(ask(name, thing, {}, { session: "s-1", run: "c", step: "d" }));
    expect(same.body["id"]).toBe(first.body["id"]);
    const other = await stage.submit(ask(name, thing, {}, { session: "s-2", run: "a", step: "b" }));
    expect(other.body).toMatchObject({ state: "held", hold: { reasons: ["lookalike"] } });
  });

  test("another tool, namespace or identity is nothing alike", async () => {
    const [name, thing] = [await stage.tool(duplicates({ lookalike: "refuse", variant: "refuse" })), stage.thing()];
    const other = await stage.tool(duplicates({ lookalike: "refuse", variant: "refuse" }));
    await stage.submit(ask(name, thing));
    const stranger = await stage.agent({ namespace: "far" });
    const answers = [
      await stage.submit(elsewhere(other, thing)),
      await stage.submit(elsewhere(name, stage.thing())),
      await stranger.call("POST", "/intents", elsewhere(name, thing)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  });

  test("another agent of the namespace is the same world", async () => {
    const [name, thing] = [await stage.shared(duplicates({ lookalike: "refuse" })), stage.thing()];
    const first = await stage.submit(ask(name, thing));
    const colleague = await stage.agent();
    expect(await colleague.call("POST", "/intents", elsewhere(name, thing))).toMatchObject({
      status: 409,
      body: { code: "lookalike", intentId: first.body["id"] },
    });
  });

  test("under business scope there is one context for all: nothing is a look-alike, all is the same", async () => {
    const more = {
      ...duplicates({ lookalike: "refuse", variant: "refuse" }),
      key: { scope: "business", window: "1h" },
    };
    const [name, thing] = [await stage.shared(more), stage.thing()];
    const first = await stage.submit(ask(name, thing));
    const again = await stage.submit(elsewhere(name, thing), { "idempotency-key": "fresh" });
    expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
  });
});

test.each(["allow", "coalesce", "refuse", "hold"])(
  "%s: a no that other values superseded is nobody's look-alike",
  async (rule) => {
    const more = { ...duplicates({ lookalike: rule, variant: "allow" }), afterDenial: "allow" };
    const [name, thing] = [await stage.shared(more), stage.thing()];
    await bring(stage, ask(name, thing), "denied");
    const next = await stage.submit(ask(name, thing, { amount: 100 }));
    expect(next.body).toMatchObject({ generation: 2 });
    const answer = await stage.submit(elsewhere(name, thing));
    expect(answer.body).toMatchObject({
      state: "cleared",
      submission: { disposition: "created" },
      resembles: [{ intentId: next.body["id"], kind: "variant" }],
    });
  },
);

describe("hold, behind a crowd of the same that an agent took back", () => {
  test.each(["withdrawn", "refused", "expired"] as const)("40 that are %s hide no effect", async (state) => {
    const [name, thing] = [await tool("hold"), stage.thing()];
    const context = (n: number) => ({ run: `crowd-${n}`, step: "s" });
    const first = await bring(stage, ask(name, thing, {}, context(0)), "succeeded");
    for (let n = 1; n <= 40; n += 1) {
      const plan = state === "refused" ? { plan: "refuse" } : {};
      const { body } = await stage.submit(ask(name, thing, plan, context(n)));
      expect(body["state"]).toBe(state === "refused" ? "refused" : "held");
      if (state === "withdrawn") await stage.product.asAgent("POST", `/api/v1/intents/${body["id"]}/withdraw`, {});
      if (state === "expired") await stage.outlastHold(body["id"]);
    }
    if (state === "expired") await stage.sweep();
    const { body } = await stage.submit(ask(name, thing, {}, context(41)));
    expect(body).toMatchObject({ state: "held", resembles: [{ intentId: first, kind: "lookalike" }] });
  });
});
