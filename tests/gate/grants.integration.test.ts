// A standing approval stands in for people, for what it pins, as often as it says, and for nothing else.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function grant(tool: string, more: Body = {}): Promise<string> {
  const body = { tool, where: { "/amount": { lte: 500 } }, expiresAt: inAnHour(), ...more };
  const answer = await stage.product.asOperator("POST", "/api/v1/grants", body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return String(answer.body["id"]);
}
const uses = (grantId: string) => stage.count("grant_uses", "grant_id = $1", grantId);
const waiting = (tool: string, args: Body = {}) => ask(tool, stage.thing(), { plan: "hold", ...args });
const countOf = (answers: { body: Body }[], state: string) =>
  answers.filter(({ body }) => body["state"] === state).length;

test("it clears what would wait for approval, and the use is on record", async () => {
  const tool = await stage.tool();
  const grantId = await grant(tool);
  const { body } = await stage.submit(waiting(tool));
  expect(body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
  expect(await stage.row(body["id"])).toMatchObject({ clearedBy: { kind: "grant", grantId } });
  const decisions = await stage.sql("select verdict, decided_by, rule from decisions where intent_id = $1", body["id"]);
  expect(decisions).toEqual([{ verdict: "clear", decided_by: "grant", rule: grantId }]);
  expect(await uses(grantId)).toBe(1);
});

test("it stands in for a quorum and a role too", async () => {
  const tool = await stage.tool();
  await grant(tool);
  for (const plan of ["two", "admin"])
    expect((await stage.submit(waiting(tool, { plan }))).body["state"]).toBe("cleared");
});

test("a repeat uses nothing more, what policy clears uses nothing", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  const grantId = await grant(tool);
  for (let n = 0; n < 3; n += 1) await stage.submit(ask(tool, thing, { plan: "hold" }));
  await stage.submit(ask(tool, stage.thing(), { plan: "clear" }));
  expect(await uses(grantId)).toBe(1);
});

describe("thirty at once", () => {
  test("never use it more often than it says", async () => {
    const tool = await stage.tool();
    const grantId = await grant(tool, { usesMax: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => stage.submit(waiting(tool))));
    expect({ cleared: countOf(answers, "cleared"), held: countOf(answers, "held") }).toEqual({ cleared: 7, held: 23 });
    expect(await uses(grantId)).toBe(7);
  });

  test("never add up to more than its ceiling", async () => {
    const tool = await stage.tool();
    const grantId = await grant(tool, { sumMax: 1000 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => stage.submit(waiting(tool, { amount: 99.99 }))));
    expect(countOf(answers, "cleared")).toBe(10);
    const [row] = await stage.sql<{ sum: string }>(
      "select sum(amount)::text from grant_uses where grant_id = $1",
      grantId,
    );
    expect(row?.sum).toBe("99990");
  });

  test("two grants are used one after the other, never both for one intent", async () => {
    const tool = await stage.tool();
    const grants = [await grant(tool, { usesMax: 3 }), await grant(tool, { usesMax: 4 })];
    const answers = await Promise.all(Array.from({ length: 30 }, () => stage.submit(waiting(tool))));
    expect(countOf(answers, "cleared")).toBe(7);
    expect(await Promise.all(grants.map(uses))).toEqual([3, 4]);
  });
});

describe("it covers only what it names", () => {
  test.each<[string, Body, Body]>([
    ["a value outside its pins", {}, { amount: 500.01 }],
    ["another thing", { where: { "/id": { eq: "only-this" } } }, {}],
    ["an absent field that it pins", { where: { "/memo": { eq: "m" } } }, {}],
    ["another namespace", { namespace: "nobody" }, {}],
  ])("%s waits", async (_name, more, args) => {
    const tool = await stage.tool();
    const grantId = await grant(tool, more);
    expect((await stage.submit(waiting(tool, args))).body).toMatchObject({
      state: "held",
      hold: { reasons: ["approval"] },
    });
    expect(await uses(grantId)).toBe(0);
  });

  test("another agent waits", async () => {
    const tool = await stage.tool();
    const agent = await stage.agent();
    await grant(tool, { agentId: agent.id });
    expect((await stage.submit(waiting(tool))).body["state"]).toBe("held");
    expect((await agent.call("POST", "/intents", waiting(tool))).body["state"]).toBe("cleared");
  });

  test("revoked or expired, it counts no more from the next submission on", async () => {
    const tool = await stage.tool();
    const [revoked, expired] = [await grant(tool), await grant(tool)];
    await stage.product.asOperator("DELETE", `/api/v1/grants/${revoked}`);
    await stage.sql("update grants set expires_at = now() - interval '1 second' where id = $1", expired);
    expect((await stage.submit(waiting(tool))).body["state"]).toBe("held");
  });
});

describe("it never overrides", () => {
  const held = async (tool: string, body: Body, reasons: string[]) => {
    const grantId = await grant(tool);
    const answer = await stage.submit(body);
    expect(answer.body).toMatchObject({ state: "held", hold: { reasons } });
    expect(await uses(grantId)).toBe(0);
  };

  test("a look-alike", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ lookalike: "hold" })), stage.thing()];
    await stage.submit(ask(tool, thing));
    await held(tool, elsewhere(tool, thing, { plan: "hold" }), ["approval", "lookalike"]);
  });

  test("a variant", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ variant: "hold" })), stage.thing()];
    await stage.submit(ask(tool, thing));
    await held(tool, elsewhere(tool, thing, { plan: "hold", amount: 90 }), ["approval", "variant"]);
  });

  test("a drift, on a held or a cleared intent", async () => {
    const tool = await stage.tool();
    for (const [plan, reasons] of [
      ["hold", ["approval", "drift"]],
      ["clear", ["drift"]],
    ] as const) {
      const thing = stage.thing();
      await stage.submit(ask(tool, thing, { plan, amount: 501 }));
      await held(tool, ask(tool, thing, { plan: "hold" }), [...reasons]);
    }
  });

  test("a limit", async () => {
    const tool = await stage.tool({ limits: [{ per: "tool", count: true, max: 0, window: "24h" }] });
    await held(tool, waiting(tool), ["approval", "limit"]);
  });

  test("a limit that refuses", async () => {
    const tool = await stage.tool({ limits: [{ per: "tool", count: true, max: 0, window: "24h", over: "refuse" }] });
    const grantId = await grant(tool);
    expect((await stage.submit(waiting(tool))).body["state"]).toBe("refused");
    expect(await uses(grantId)).toBe(0);
  });

  test("a missing key", async () => {
    const tool = await stage.tool(duplicates({ missing: "hold" }));
    await held(tool, ask(tool, stage.thing(), { plan: "hold" }, {}), ["approval", "missing_key"]);
  });

  test("an irreversible effect whose contract no longer allows it", async () => {
    const irreversible = { effect: "irreversible", policy: [{ then: "hold" }] };
    const tool = await stage.tool({ ...irreversible, allowAutoClear: true });
    const grantId = await grant(tool);
    expect((await stage.submit(waiting(tool))).body["state"]).toBe("cleared");
    await stage.publish(tool, irreversible);
    expect((await stage.submit(waiting(tool))).body).toMatchObject({ state: "held", hold: { reasons: ["approval"] } });
    expect(await uses(grantId)).toBe(1);
  });

  test("a condition that failed", async () => {
    const tool = await stage.tool();
    await held(tool, waiting(tool, { plan: "break" }), ["approval"]);
  });

  test("a policy that refuses", async () => {
    const tool = await stage.tool();
    const grantId = await grant(tool);
    expect((await stage.submit(waiting(tool, { plan: "refuse" }))).body["state"]).toBe("refused");
    expect(await uses(grantId)).toBe(0);
  });
});

test("given while something waits, it decides nothing by itself; opened again, that is asked anew", async () => {
  const [tool, thing] = [await stage.tool(), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing, { plan: "hold" }));
  const grantId = await grant(tool);
  expect((await stage.submit(ask(tool, thing, { plan: "hold" }))).body["state"]).toBe("held");
  await stage.outlastHold(body["id"]);
  expect((await stage.submit(ask(tool, thing, { plan: "hold" }))).body).toMatchObject({
    id: body["id"],
    state: "cleared",
    submission: { disposition: "reopened" },
  });
  expect(await uses(grantId)).toBe(1);
});
