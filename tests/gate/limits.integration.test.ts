// Limits hold to the unit, whatever comes at once, and what ends without an effect gives back what it took.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ARGS, ask, FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const sum = (max: number, more: Body = {}) => ({
  per: "tool",
  sum: "/amount",
  max,
  window: "24h",
  over: "hold",
  ...more,
});
const count = (max: number, more: Body = {}) => ({
  per: "tool",
  count: true,
  max,
  window: "24h",
  over: "hold",
  ...more,
});
const limited = (...limits: Body[]) => stage.tool({ limits });
const states = (answers: { body: Body }[]) => {
  const told: Record<string, number> = {};
  for (const { body } of answers) told[String(body["state"])] = (told[String(body["state"])] ?? 0) + 1;
  return told;
};
const reserved = async (tool: string) => {
  const [row] = await stage.sql<{ total: string }>(
    "select coalesce(sum(amount), 0)::text as total from reservations r join intents i on i.id = r.intent_id where i.tool = $1",
    tool,
  );
  return row?.total;
};

describe("thirty at once", () => {
  test("never exceed a sum by one unit, and use it up", async () => {
    const tool = await limited(sum(1000));
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => stage.submit(ask(tool, stage.thing(), { amount: 100 }))),
    );
    expect(states(answers)).toEqual({ cleared: 10, held: 20 });
    expect(await reserved(tool)).toBe("100000");
  });

  test("never exceed a count, and the rest is refused where the limit says so", async () => {
    const tool = await limited(count(7, { over: "refuse" }));
    const answers = await Promise.all(Array.from({ length: 30 }, () => stage.submit(ask(tool, stage.thing()))));
    expect(states(answers)).toEqual({ cleared: 7, refused: 23 });
    for (const { status, body } of answers) if (body["state"] === "refused") expect(status).toBe(201);
  });

  test("of unequal amounts never add up to more", async () => {
    const tool = await limited(sum(100));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => stage.submit(ask(tool, stage.thing(), { amount: `${n + 1}.01` }))),
    );
    const cleared = answers.filter(({ body }) => body["state"] === "cleared");
    const cents = cleared.map(({ body }) => Math.round(Number((body["args"] as Body)["amount"]) * 100));
    expect(cents.reduce((total, one) => total + one, 0)).toBeLessThanOrEqual(10_000);
    expect(await reserved(tool)).toBe(String(cents.reduce((total, one) => total + one, 0)));
  });

  test("approvals do not exceed it either: who approves must have seen that it does", async () => {
    const tool = await limited(sum(300));
    const held = await Promise.all(
      Array.from({ length: 6 }, () => stage.submit(ask(tool, stage.thing(), { amount: 100, plan: "hold" }))),
    );
    const decided = await Promise.all(held.map(({ body }) => stage.approve(body["id"])));
    expect(states(decided)).toEqual({ cleared: 3, held: 3 });
    expect(await reserved(tool)).toBe("30000");
  });
});

describe("what is counted", () => {
  test("max is inclusive", async () => {
    const tool = await limited(sum(100));
    expect((await stage.submit(ask(tool, stage.thing(), { amount: 100 }))).body["state"]).toBe("cleared");
    expect((await stage.submit(ask(tool, stage.thing(), { amount: 0.01 }))).body).toMatchObject({
      state: "held",
      hold: { reasons: ["limit"], rule: null },
    });
    expect((await stage.submit(ask(tool, stage.thing(), { amount: 0 }))).body["state"]).toBe("cleared");
  });

  test("by agent: another agent has its own", async () => {
    const tool = await limited(count(1, { per: "agent" }));
    const other = await stage.agent();
    await stage.submit(ask(tool, stage.thing()));
    expect((await stage.submit(ask(tool, stage.thing()))).body["state"]).toBe("held");
    expect((await other.call("POST", "/intents", ask(tool, stage.thing()))).body["state"]).toBe("cleared");
  });

  test("by tool: all agents of the namespace share it, another namespace has its own", async () => {
    const tool = await limited(count(1));
    const [other, stranger] = [await stage.agent(), await stage.agent({ namespace: "limits-elsewhere" })];
    await stage.submit(ask(tool, stage.thing()));
    expect((await other.call("POST", "/intents", ask(tool, stage.thing()))).body["state"]).toBe("held");
    expect((await stranger.call("POST", "/intents", ask(tool, stage.thing()))).body["state"]).toBe("cleared");
  });

  test("by field: each value, as it is normalised, has its own", async () => {
    const tool = await limited(count(1, { per: "/memo" }));
    await stage.submit(ask(tool, stage.thing(), { memo: "Anna" }));
    expect((await stage.submit(ask(tool, stage.thing(), { memo: " ANNA" }))).body["state"]).toBe("held");
    expect((await stage.submit(ask(tool, stage.thing(), { memo: "Berta" }))).body["state"]).toBe("cleared");
  });

  test("per currency", async () => {
    const args = { ...ARGS, properties: { ...ARGS.properties, currency: { type: "string", default: "USD" } } };
    const fields = { ...FIELDS, "/amount": { role: "material", as: "money", currency: "/currency", unit: "major" } };
    const tool = await stage.tool({ args, fields, limits: [sum(100)] });
    const spend = (amount: unknown, currency: string) => stage.submit(ask(tool, stage.thing(), { amount, currency }));
    expect((await spend(100, "USD")).body["state"]).toBe("cleared");
    expect((await spend(100, "EUR")).body["state"]).toBe("cleared");
    expect((await spend(100, "JPY")).body["state"]).toBe("cleared");
    expect((await spend("0.01", "EUR")).body["state"]).toBe("held");
  });

  test("only what is inside the window", async () => {
    const tool = await limited(count(1));
    const { body } = await stage.submit(ask(tool, stage.thing()));
    const aged =
      "with r as (update reservations set at = at - interval '25 hours' where intent_id = $1 returning bucket)";
    const slots = "update reservation_slots s set slot = slot - interval '25 hours' from r where s.bucket = r.bucket";
    await stage.sql(`${aged} ${slots}`, body["id"]);
    expect((await stage.submit(ask(tool, stage.thing()))).body["state"]).toBe("cleared");
  });

  test("a repeat takes nothing more", async () => {
    const [tool, thing] = [await limited(count(1)), stage.thing()];
    await Promise.all(Array.from({ length: 10 }, () => stage.submit(ask(tool, thing))));
    expect(await reserved(tool)).toBe("1");
  });

  test("a read is never limited", async () => {
    const tool = await stage.tool({ effect: "read", policy: [], limits: [count(0, { over: "refuse" })] });
    expect((await stage.submit(ask(tool, stage.thing()))).body["state"]).toBe("cleared");
  });

  test("an owner who raises the maximum keeps what was used", async () => {
    const tool = await limited(count(1));
    await stage.submit(ask(tool, stage.thing()));
    await stage.publish(tool, { limits: [count(2)] });
    expect((await stage.submit(ask(tool, stage.thing()))).body["state"]).toBe("cleared");
    expect((await stage.submit(ask(tool, stage.thing()))).body["state"]).toBe("held");
  });
});

describe("given back", () => {
  const failure = { code: "no", message: "no" };
  const full = async () => {
    const tool = await limited(count(1));
    const { body } = await stage.submit(ask(tool, stage.thing()));
    return { tool, id: String(body["id"]) };
  };
  const next = async (tool: string) => (await stage.submit(ask(tool, stage.thing()))).body["state"];

  test("when it fails for good", async () => {
    const { tool, id } = await full();
    await stage.run(id, { class: "definitive", failure });
    expect(await next(tool)).toBe("cleared");
  });

  test("when it never reached the downstream; the retry takes it again", async () => {
    const [tool, thing] = [await limited(count(1)), stage.thing()];
    const { body } = await stage.submit(ask(tool, thing));
    for (let tries = 0; tries < 2; tries += 1)
      await stage.run(body["id"], { class: "not_sent", failure, retryAfterMs: 0 });
    expect(await reserved(tool)).toBe("0");
    expect((await stage.submit(ask(tool, thing))).body).toMatchObject({ state: "cleared", id: body["id"] });
    expect(await next(tool)).toBe("held");
  });

  test("when a drift takes it back to held, and when that is denied", async () => {
    const [tool, thing] = [await limited(count(1)), stage.thing()];
    const { body } = await stage.submit(ask(tool, thing));
    await stage.submit(ask(tool, thing, { amount: 90 }));
    expect(await reserved(tool)).toBe("0");
    await stage.deny(body["id"]);
    expect(await next(tool)).toBe("cleared");
  });

  test("not while nobody knows, and not after success", async () => {
    const { tool, id } = await full();
    await stage.run(id, { class: "unknown", failure });
    expect(await next(tool)).toBe("held");
    await stage.run(id, { class: "success", effectId: "fx", result: {} });
    expect(await next(tool)).toBe("held");
  });

  test("when one flush both clears it and takes it back: nothing stays taken, and it can still be approved", async () => {
    const [tool, thing] = [await limited(sum(500)), stage.thing()];
    const room = ask(tool, stage.thing(), { amount: 450 });
    const flushed = await stage.flush([...[100, 200, 300].map((amount) => ask(tool, thing, { amount })), room]);
    const states = flushed.map((one) => (one.kind === "recorded" ? one.row.state : one.kind));
    // Everyone is told the state that was committed, and what was taken back leaves room in the very same flush.
    expect(states).toEqual(["held", "held", "held", "cleared"]);
    const [{ id } = { id: "" }] = await stage.sql<{ id: string }>(
      "select id from intents where state = 'held' and tool = $1",
      tool,
    );
    expect(await reserved(tool)).toBe("45000");
    await stage.approve(id);
    expect(await stage.approve(id)).toMatchObject({ status: 200, body: { state: "cleared" } });
    expect(await reserved(tool)).toBe("55000");
  });
});

describe("over the limit", () => {
  test("hold: one approval of what was seen clears it", async () => {
    const tool = await limited(sum(50));
    const { body } = await stage.submit(ask(tool, stage.thing()));
    expect(body).toMatchObject({ state: "held", hold: { reasons: ["limit"] } });
    expect(await stage.read(body["id"])).toMatchObject({ hold: { rule: expect.stringContaining("limit: ") } });
    expect((await stage.approve(body["id"])).body).toMatchObject({ state: "cleared" });
    expect(await reserved(tool)).toBe("8000");
  });

  test("an approval that would exceed it unseen leaves it held with reason `limit`; the next one clears it", async () => {
    const tool = await limited(sum(100));
    const held = await stage.submit(ask(tool, stage.thing(), { plan: "hold" }));
    expect(held.body).toMatchObject({ hold: { reasons: ["approval"] } });
    await stage.submit(ask(tool, stage.thing()));
    const first = await stage.approve(held.body["id"]);
    expect(first).toMatchObject({
      status: 200,
      body: { state: "held", hold: { reasons: ["approval", "limit"], approvalsGiven: 0 } },
    });
    expect(await stage.approve(held.body["id"])).toMatchObject({ status: 200, body: { state: "cleared" } });
    expect(await reserved(tool)).toBe("16000");
  });

  test("refuse: recorded as refused, opened again when there is room", async () => {
    const [tool, thing] = [await limited(count(1, { over: "refuse" })), stage.thing()];
    const first = await stage.submit(ask(tool, stage.thing()));
    const refused = await stage.submit(ask(tool, thing));
    expect(refused).toMatchObject({ status: 201, body: { state: "refused", error: { code: "refused" } } });
    expect(JSON.stringify(refused.body)).not.toMatch(/at most|24h/);
    await stage.run(first.body["id"], { class: "definitive", failure: { code: "no", message: "no" } });
    const again = await stage.submit(ask(tool, thing));
    expect(again.body).toMatchObject({
      id: refused.body["id"],
      state: "cleared",
      submission: { disposition: "reopened" },
    });
  });

  test("refuse is not an operator's to lift", async () => {
    const tool = await limited(count(1, { over: "refuse" }));
    const held = await stage.submit(ask(tool, stage.thing(), { plan: "hold" }));
    await stage.submit(ask(tool, stage.thing()));
    expect(await stage.approve(held.body["id"])).toMatchObject({ status: 409, body: { code: "limit_exceeded" } });
    expect(await stage.row(held.body["id"])).toMatchObject({ state: "held" });
  });

  test("two limits on one thing: the refusing one wins, each is taken once", async () => {
    const tool = await limited(sum(100), sum(200, { over: "refuse" }));
    const spend = async (amount: number) => (await stage.submit(ask(tool, stage.thing(), { amount }))).body["state"];
    expect([await spend(90), await spend(60), await spend(150)]).toEqual(["cleared", "held", "refused"]);
    expect(await reserved(tool)).toBe("9000");
  });
});
