// The same key with other values, in every state that the first may be in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring, LIVE, REOPENED, STATES, stateOf } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const AMOUNT = [
  {
    pointer: "/amount",
    role: "material",
    old: 80,
    new: "$100",
    oldNormalised: { minor: "8000", currency: "USD" },
    newNormalised: { minor: "10000", currency: "USD" },
  },
];
/** After these the effect is there, or may be: only flagged. */
const RAN = ["frozen", "executing", "in_doubt", "succeeded", "partial"] as const;
const NO = ["denied", "failed"] as const;
const findings = (id: string) => stage.sql("select kind, state, submission_id from findings where intent_id = $1", id);
const drifted = (tool: string, thing: string, more: Body = {}) => ask(tool, thing, { amount: "$100", ...more });

describe("hold", () => {
  test("a held intent stays held with one reason more, and keeps its args", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const answer = await stage.submit(drifted(tool, thing));
    expect(answer).toMatchObject({
      status: 202,
      body: { id, state: "held", drift: true, submission: { disposition: "drifted" }, args: { amount: 80 } },
    });
    expect(answer.body["differences"]).toEqual(AMOUNT);
    expect(answer.body["hold"]).toMatchObject({ reasons: ["approval", "drift"] });
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(answer.headers.get("location")).toBe(`/api/v1/intents/${id}`);
    expect(await findings(id)).toEqual([]);
    expect((await stage.submissions(id))[1]).toMatchObject({
      disposition: "drifted",
      differences: AMOUNT,
      args: { amount: "$100" },
      refusal: null,
    });
  });

  test.each([
    ["cleared", ["drift"]],
    ["undoable", ["approval", "drift"]],
  ] as const)("a %s one that nobody took goes back to held", async (state, reasons) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const answer = await stage.submit(drifted(tool, thing));
    expect(answer).toMatchObject({ status: 202, body: { id, state: "held", args: { amount: 80 }, drift: true } });
    expect(answer.body["hold"]).toMatchObject({ reasons, approvalsGiven: 0 });
    expect(await stage.approve(id)).toMatchObject({ status: 200, body: { state: "cleared", args: { amount: 80 } } });
  });

  test.each(RAN)("a %s one is untouched: a finding, and the first answer, flagged", async (state) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const before = await stage.row(id);
    const answer = await stage.submit(drifted(tool, thing));
    const ended = before.endedAt !== null;
    expect(answer).toMatchObject({
      status: ended ? 200 : 202,
      body: { id, state: stateOf(state), drift: true, differences: AMOUNT, submission: { disposition: "drifted" } },
    });
    expect(answer.body["effectId"]).toEqual(before.effectId);
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
    const { id: submissionId } = answer.body["submission"] as Body;
    expect(await findings(id)).toEqual([{ kind: "drift", state: "open", submission_id: submissionId }]);
    await stage.submit(drifted(tool, thing));
    expect(await findings(id)).toHaveLength(1);
    await stage.submit(drifted(tool, thing, { amount: 120 }));
    expect(await findings(id)).toHaveLength(2);
  });
});

describe("coalesce", () => {
  test.each([...LIVE, "succeeded", "partial"] as const)(
    "on %s the first wins, flagged and nothing else",
    async (state) => {
      const [tool, thing] = [await stage.shared(duplicates({ drift: "coalesce" })), stage.thing()];
      const id = await bring(stage, ask(tool, thing), state);
      const before = await stage.row(id);
      const answer = await stage.submit(drifted(tool, thing));
      expect(answer).toMatchObject({
        status: before.endedAt === null ? 202 : 200,
        body: { id, drift: true, differences: AMOUNT, submission: { disposition: "drifted" }, args: { amount: 80 } },
      });
      expect(answer.headers.get("idempotent-replayed")).toBe("true");
      expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
      expect(await findings(id)).toEqual([]);
    },
  );
});

describe("refuse", () => {
  test.each([...LIVE, "succeeded", "partial"] as const)(
    "on %s it is 422 with the differences, and on record",
    async (state) => {
      const [tool, thing] = [await stage.shared(duplicates({ drift: "refuse" })), stage.thing()];
      const id = await bring(stage, ask(tool, thing), state);
      const before = await stage.row(id);
      const answer = await stage.submit(drifted(tool, thing));
      expect(answer).toMatchObject({
        status: 422,
        body: { code: "idempotency_conflict", intentId: id, retriable: false, differences: AMOUNT },
      });
      expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
      expect((await stage.submissions(id))[1]).toMatchObject({ refusal: "idempotency_conflict", differences: AMOUNT });
      expect(await findings(id)).toEqual([]);
    },
  );
});

describe.each(["hold", "coalesce", "refuse"])("drift: %s", (drift) => {
  test.each(NO)("after %s other values are the next generation, linked both ways", async (state) => {
    const [tool, thing] = [await stage.shared({ ...duplicates({ drift }), afterDenial: "allow" }), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const answer = await stage.submit(drifted(tool, thing));
    expect(answer).toMatchObject({
      status: 202,
      body: { state: "cleared", generation: 2, args: { amount: "$100" }, submission: { disposition: "created" } },
    });
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
    const [before, after] = [await stage.row(id), await stage.row(answer.body["id"])];
    expect(before.successorId).toBe(after.id);
    expect(after.predecessorId).toBe(id);
    expect(after.stem).toBe(before.stem);
    expect(after.key).not.toBe(before.key);
    // Later submissions join the newest generation.
    expect((await stage.submit(drifted(tool, thing))).body).toMatchObject({ id: after.id });
  });

  test.each(REOPENED)("what ended %s is opened again with the new values", async (state) => {
    const [tool, thing] = [await stage.shared(duplicates({ drift })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const answer = await stage.submit(drifted(tool, thing, { plan: "hold" }));
    expect(answer).toMatchObject({
      status: 202,
      body: { id, state: "held", submission: { disposition: "reopened" }, args: { amount: "$100" }, generation: 1 },
    });
    expect(answer.body["hold"]).toMatchObject({ reasons: ["approval"] });
    // From now on the new values are "the same".
    const again = await stage.submit(drifted(tool, thing, { amount: 100 }));
    expect(again.body).toMatchObject({ id, submission: { disposition: "coalesced" } });
  });
});

describe("what counts as a difference", () => {
  test("each material field that differs, as written and as compared; incidental and other spellings never", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    await stage.submit(ask(tool, thing, { memo: "Two  Parts", note: "a" }));
    const same = await stage.submit(ask(tool, thing, { amount: "80.00", memo: "two parts", note: "b" }));
    expect(same.body).not.toHaveProperty("differences");
    const other = await stage.submit(ask(tool, thing, { amount: 81 }));
    expect(other.body["differences"]).toMatchObject([
      { pointer: "/amount", role: "material", old: 80, new: 81 },
      { pointer: "/memo", role: "material", old: "Two  Parts", new: null, newNormalised: null },
    ]);
  });

  test("a field that no rule names is material, at every depth", async () => {
    const args = { type: "object", required: ["id"], properties: { id: { type: "string" }, more: {} } };
    const tool = await stage.tool({ args, fields: { "/id": { role: "identity", as: "id" } }, policy: [] });
    const body = (more: unknown) => ({ tool, args: { id: "x", more }, run: "r", step: "s" });
    const first = await stage.submit(body({ a: [1, { b: 2 }], c: 3 }));
    expect((await stage.submit(body({ c: 3, a: [1, { b: 2 }] }))).body).not.toHaveProperty("drift");
    expect((await stage.submit(body({ a: [1, { b: 3 }], c: 3 }))).body).toMatchObject({
      id: first.body["id"],
      differences: [{ pointer: "/more", role: "material" }],
    });
    expect(
      (await stage.submit({ ...body(1), args: { id: "x", more: 1, extra: true } })).body["differences"],
    ).toMatchObject([{ pointer: "/extra", old: null, new: true }, { pointer: "/more" }]);
  });
});

describe("only values that are new to the intent void or hold", () => {
  const given = async (id: string) => ((await stage.read(id))["hold"] as Body)["approvalsGiven"];

  test("alternating retries do not void an approval, a novel drift does", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const first = await stage.submit(ask(tool, thing, { plan: "two" }));
    const id = String(first.body["id"]);
    await stage.submit(drifted(tool, thing, { plan: "two" }));
    await stage.approve(id);
    expect(await given(id)).toBe(1);
    for (const amount of [80, 100, "80.00", "100.00"]) await stage.submit(ask(tool, thing, { amount, plan: "two" }));
    expect(await given(id)).toBe(1);
    await stage.submit(ask(tool, thing, { amount: 120, plan: "two" }));
    expect(await given(id)).toBe(0);
  });

  test("a variant once chosen stays chosen, whatever the retries say", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const { body } = await stage.submit(drifted(tool, thing, { plan: "hold" }));
    const { id: submissionId } = body["submission"] as Body;
    expect(await stage.approve(id, { submissionId })).toMatchObject({ status: 200, body: { state: "cleared" } });
    for (const amount of [80, 100]) {
      const retry = await stage.submit(ask(tool, thing, { amount, plan: "hold" }));
      expect(retry.body).toMatchObject({ id, state: "cleared", args: { amount: "$100" } });
    }
  });

  test("values that were refused as a variant from elsewhere are still new when they drift in here", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ variant: "refuse" })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    expect((await stage.submit(elsewhere(tool, thing, { amount: 100 }))).status).toBe(409);
    const answer = await stage.submit(drifted(tool, thing));
    expect(answer.body).toMatchObject({ id, hold: { reasons: ["approval", "drift"] } });
  });

  test("values that were refused before the rule became `hold` are still new", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ drift: "refuse" })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "cleared");
    expect((await stage.submit(drifted(tool, thing))).status).toBe(422);
    await stage.publish(tool);
    expect((await stage.submit(drifted(tool, thing))).body).toMatchObject({ id, state: "held" });
  });
});

describe("many at once", () => {
  test("one key with thirty amounts in one flush is one intent, and nothing is cleared unseen", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => stage.submit(ask(tool, thing, { amount: 10 + n }))),
    );
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    const dispositions = answers.map(({ body }) => (body["submission"] as Body)["disposition"]).sort();
    expect(dispositions).toEqual(["created", ...Array.from({ length: 29 }, () => "drifted")]);
    const row = await stage.row(answers[0]?.body["id"]);
    expect(row).toMatchObject({ state: "held", submissionCount: 30 });
    expect(await stage.count("submissions", "intent_id = $1", row.id)).toBe(30);
  });

  test("under `refuse` one of thirty amounts is taken and every other is told which", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ drift: "refuse" })), stage.thing()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => stage.submit(ask(tool, thing, { amount: 10 + n }))),
    );
    const [taken, ...more] = answers.filter(({ status }) => status === 202);
    expect(more).toEqual([]);
    for (const { status, body } of answers) if (status !== 202) expect(body["intentId"]).toBe(taken?.body["id"]);
  });
});

test.each(STATES)(
  "a drift on %s is never answered with another intent's args as if they were its own",
  async (state) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    await bring(stage, ask(tool, thing), state);
    const { body } = await stage.submit(drifted(tool, thing, { plan: "hold" }));
    const runs = (body["args"] as Body)["amount"] === "$100";
    expect(body["drift"] === true || runs).toBe(true);
  },
);
