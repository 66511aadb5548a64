// The same key and the same values, again, in every state that the first may be in.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Outcome } from "@/lib/domain/event";
import { ask, duplicates } from "./support/contract";
import { Stage } from "./support/stage";
import { bring, LIVE, planFor, REOPENED, REPLAYED, STATES, stateOf } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

test.each(STATES)("the stage really reaches %s", async (state) => {
  const id = await bring(stage, ask(await stage.shared(), stage.thing()), state);
  expect((await stage.row(id)).state).toBe(stateOf(state));
});

describe("coalesce", () => {
  test.each(LIVE)("while it is %s the repeat joins it", async (state) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const before = await stage.row(id);
    const again = await stage.submit(ask(tool, thing, { amount: "$80.00", note: "reworded", plan: "refuse" }));
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({
      id,
      state: stateOf(state),
      submission: { disposition: state === "in_doubt" ? "replayed" : "coalesced" },
      submissionCount: 2,
    });
    expect(again.body).not.toHaveProperty("drift");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(`/api/v1/intents/${id}`);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
  });

  test.each(REPLAYED)("once it is %s the repeat gets the same answer", async (state) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const first = await stage.read(id);
    const again = await stage.submit(ask(tool, thing, { plan: "clear" }));
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id, state: stateOf(state), submission: { disposition: "replayed" } });
    const told = ["result", "effectId", "error", "endedAt", "args", "argsDigest"] as const;
    for (const name of told) expect(again.body[name]).toEqual(first[name]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("retry-after")).toBeNull();
  });
});

describe("who waits", () => {
  const wait = { prefer: "wait=20" };
  const done: Outcome = { class: "success", effectId: "fx", result: { id: "fx" } };

  test("as the first gets 201 when it ends meanwhile, as a duplicate 200; both the same result", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const first = stage.submit(ask(tool, thing), wait);
    const id = await vi.waitUntil(
      async () =>
        (await stage.sql("select id from intents where tool = $1 and identity ->> '/id' = $2", tool, thing))[0]?.["id"],
      { timeout: 20_000 },
    );
    const second = stage.submit(ask(tool, thing), wait);
    await vi.waitUntil(async () => (await stage.row(id)).submissionCount === 2, { timeout: 20_000 });
    await stage.run(id, done);
    const answers = await Promise.all([first, second]);
    expect(answers).toMatchObject([
      { status: 201, body: { id, state: "succeeded", effectId: "fx", submission: { disposition: "created" } } },
      { status: 200, body: { id, state: "succeeded", effectId: "fx", submission: { disposition: "coalesced" } } },
    ]);
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    for (const { headers } of answers) {
      expect(headers.get("retry-after")).toBeNull();
      expect(headers.get("preference-applied")).toBe("wait=20");
    }
  });

  test("for what is settled already waits for nothing", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    await bring(stage, ask(tool, thing), "in_doubt");
    expect(await stage.submit(ask(tool, thing), wait)).toMatchObject({ status: 202, body: { state: "in_doubt" } });
  });
});

describe.each(["coalesce", "refuse", "allow"])("same: %s", (same) => {
  test.each(REOPENED)("what ended %s is opened again, and policy is asked again", async (state) => {
    const [tool, thing] = [await stage.shared(duplicates({ same })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const again = await stage.submit(ask(tool, thing, { plan: "hold" }));
    expect(again).toMatchObject({
      status: 202,
      body: { id, state: "held", submission: { disposition: "reopened" }, args: { plan: "hold" }, generation: 1 },
    });
    expect(again.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("location")).toBe(`/api/v1/intents/${id}`);
    expect(again.body["hold"]).toMatchObject({ reasons: ["approval"], approvalsGiven: 0 });
  });
});

test("what is refused again answers 201 again", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "refused");
  const again = await stage.submit(ask(tool, thing, { plan: "refuse" }));
  expect(again).toMatchObject({ status: 201, body: { id, state: "refused", error: { code: "refused" } } });
  expect(again.headers.get("retry-after")).toBeNull();
});

test("what another agent opens again is that agent's from then on", async () => {
  const [tool, thing] = [await stage.shared({ key: { scope: "business", window: "1h" } }), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "expired");
  const other = await stage.agent();
  const again = await other.call("POST", "/intents", ask(tool, thing, {}, { run: "theirs", step: "9" }));
  expect(again.body).toMatchObject({ id, submission: { disposition: "reopened" } });
  expect(await stage.read(id)).toMatchObject({ agent: { id: other.id }, run: "theirs", step: "9" });
});

test("an overdue hold that is opened again is on record as expired first", async () => {
  const [tool, thing] = [await stage.shared(), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "overdue");
  await stage.submit(ask(tool, thing));
  const events = await stage.sql<{ type: string }>(
    "select type from audit_events where intent_id = $1 order by id",
    id,
  );
  expect(events.map(({ type }) => type)).toEqual([
    "submission.recorded",
    "intent.opened",
    "intent.expire",
    "submission.recorded",
    "intent.reopened",
  ]);
});

describe("refuse", () => {
  test.each([...LIVE, ...REPLAYED])(
    "once it is %s the repeat is 409, on record, and changes nothing",
    async (state) => {
      const [tool, thing] = [await stage.shared(duplicates({ same: "refuse" })), stage.thing()];
      const id = await bring(stage, ask(tool, thing), state);
      const before = await stage.row(id);
      const again = await stage.submit(ask(tool, thing, { amount: "80.00" }));
      expect(again).toMatchObject({
        status: 409,
        body: { code: "already_submitted", intentId: id, retriable: false, correctiveAction: expect.any(String) },
      });
      expect(again.headers.get("content-type")).toContain("application/problem+json");
      expect(await stage.row(id)).toEqual({ ...before, submissionCount: 2 });
      expect(await stage.submissions(id)).toMatchObject([
        { refusal: null },
        { refusal: "already_submitted", args: { amount: "80.00" } },
      ]);
    },
  );
});

describe("allow", () => {
  test.each([...LIVE, ...REPLAYED])("once it is %s the repeat is the next occurrence", async (state) => {
    const more = { ...duplicates({ same: "allow", lookalike: "hold" }), afterDenial: "allow" };
    const [tool, thing] = [await stage.shared(more), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    const again = await stage.submit(ask(tool, thing, { plan: planFor(state) }));
    expect(again).toMatchObject({ status: 202, body: { submission: { disposition: "created" }, generation: 1 } });
    expect(again.body["id"]).not.toBe(id);
    expect(again.body).not.toHaveProperty("resembles");
    expect(again.headers.get("idempotent-replayed")).toBeNull();
    const [first, second] = [await stage.row(id), await stage.row(again.body["id"])];
    expect([first.occurrence, second.occurrence]).toEqual([1, 2]);
    expect(second.key).not.toBe(first.key);
    expect(first.submissionCount).toBe(1);
  });

  test.each<Record<string, string>>([{}, { "idempotency-key": "mine" }])(
    "in parallel each repeat is one further occurrence %j",
    async (headers) => {
      const [tool, thing] = [await stage.tool(duplicates({ same: "allow" })), stage.thing()];
      const answers = await Promise.all(Array.from({ length: 20 }, () => stage.submit(ask(tool, thing), headers)));
      const ids = answers.map(({ body }) => String(body["id"]));
      const rows = await stage.sql<{ occurrence: number }>(
        "select occurrence from intents where id = any($1) order by occurrence",
        ids,
      );
      expect(rows.map(({ occurrence }) => occurrence)).toEqual(ids.map((_, index) => index + 1));
    },
  );

  test("a drifted repeat still follows the drift rule", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ same: "allow" })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const drifted = await stage.submit(ask(tool, thing, { amount: 90 }));
    expect(drifted.body).toMatchObject({ id, submission: { disposition: "drifted" } });
  });

  test("an occurrence that was asked for by number before the rule changed is not taken twice", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    await stage.submit(ask(tool, thing));
    await stage.submit({ ...ask(tool, thing), occurrence: 2 });
    await stage.publish(tool, duplicates({ same: "allow" }));
    const third = await stage.submit(ask(tool, thing));
    expect(third).toMatchObject({ status: 202, body: { submission: { disposition: "created" } } });
    expect((await stage.row(third.body["id"])).occurrence).toBe(3);
  });
});
