// What waits for a person: each with what else was asked for in its place, and an approval of what was seen (L10).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere } from "../gate/support/contract";
import { type Body, Stage } from "../gate/support/stage";
import { bring } from "../gate/support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

async function inbox(query: string): Promise<Body[]> {
  return (await stage.product.asOperator("GET", `/api/v1/inbox?${query}`)).body["items"] as Body[];
}

async function itemOf(tool: string, id: string): Promise<Body> {
  const found = (await inbox(`tool=${tool}`)).find((item) => item["id"] === id);
  if (found === undefined) throw new Error(`${id} does not wait`);
  return found;
}

describe("what else was asked for", () => {
  test("a drift is told once for each other set of values, newest first", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    expect((await itemOf(tool, id))["others"]).toEqual([]);
    for (const amount of [100, 120, 100]) await stage.submit(ask(tool, thing, { amount, plan: "hold" }));
    const { others, waiting } = await itemOf(tool, id);
    expect(waiting).toMatchObject({ reasons: ["approval", "drift"] });
    expect(others).toMatchObject([
      { kind: "drift", intentId: id, amount: { value: "100", currency: "USD" }, fields: [] },
      { kind: "drift", intentId: id, amount: { value: "120", currency: "USD" }, fields: [] },
    ]);
  });

  test("what an intent resembles is told with its values, and which intent it is", async () => {
    const tool = await stage.shared(duplicates({ variant: "hold", lookalike: "hold" }));
    const thing = stage.thing();
    const before = await bring(stage, ask(tool, thing), "held");
    const other = await stage.submit(elsewhere(tool, thing, { amount: 95, memo: "again" }));
    const { others } = await itemOf(tool, String(other.body["id"]));
    expect(others).toEqual([
      {
        kind: "variant",
        intentId: before,
        submissionId: null,
        state: "held",
        endedAt: null,
        amount: { value: "80", currency: "USD" },
        fields: [{ pointer: "/memo", value: null }],
      },
    ]);
  });

  test("what became of the other intent is told: one that had its effect with when that was", async () => {
    const tool = await stage.shared(duplicates({ variant: "hold", lookalike: "hold" }));
    const thing = stage.thing();
    const { body: paid } = await stage.submit(ask(tool, thing));
    const { body: same } = await stage.submit(elsewhere(tool, thing));
    expect((await itemOf(tool, String(same["id"])))["others"]).toMatchObject([
      { kind: "lookalike", intentId: paid["id"], state: "cleared", endedAt: null },
    ]);
    await stage.run(paid["id"], { class: "success", effectId: "fx_1", result: {} });
    const { endedAt } = await stage.read(paid["id"]);
    expect(endedAt).toEqual(expect.any(String));
    expect((await itemOf(tool, String(same["id"])))["others"]).toMatchObject([
      { kind: "lookalike", intentId: paid["id"], state: "succeeded", endedAt },
    ]);
  });
});

test("counts say of which tools and which agents something waits, by name", async () => {
  const tool = await stage.tool({ title: "Count a thing" });
  await Promise.all([1, 2].map(() => bring(stage, ask(tool, stage.thing()), "held")));
  const { body } = await stage.product.asOperator("GET", `/api/v1/inbox/counts?tool=${tool}`);
  const { id, name } = await stage.demoAgent();
  expect(body).toMatchObject({
    total: 2,
    byReason: { approval: 2 },
    byTool: [{ tool, title: "Count a thing", count: 2 }],
    byAgent: [{ id, name, count: 2 }],
  });
});

describe("approve what you see (L10)", () => {
  test("an approval from a screen that did not show the drift is refused, and one from a screen that did is taken", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const seen = await itemOf(tool, id);
    const heldSince = (item: Body) => (item["hold"] as Body)["since"];
    await stage.submit(ask(tool, thing, { amount: 100, plan: "hold" }));
    const late = await stage.approve(id, { heldSince: heldSince(seen) });
    expect(late).toMatchObject({ status: 412, body: { code: "hold_changed", intentId: id } });
    expect((await stage.row(id)).state).toBe("held");
    const now = await itemOf(tool, id);
    expect(now["argsDigest"]).toBe(seen["argsDigest"]);
    expect(await stage.approve(id, { heldSince: heldSince(now) })).toMatchObject({ status: 200 });
  });

  test("a retry with the same values changes nothing that was seen", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const { hold } = await itemOf(tool, id);
    await stage.submit(ask(tool, thing));
    expect(await stage.approve(id, { heldSince: (hold as Body)["since"] })).toMatchObject({ status: 200 });
  });

  test("a pause that stopped the clock, and retries during it, change nothing that was seen", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const { hold } = await itemOf(tool, id);
    const pause = (what: string, body: Body) => stage.product.asOperator("POST", `/api/v1/tools/${tool}/${what}`, body);
    await pause("pause", { reason: "A look." });
    await stage.submit(ask(tool, thing, { plan: "hold" }));
    await pause("resume", {});
    await stage.submit(ask(tool, thing, { plan: "hold" }));
    expect((await itemOf(tool, id))["hold"]).toMatchObject({ since: (hold as Body)["since"] });
    expect(await stage.approve(id, { heldSince: (hold as Body)["since"] })).toMatchObject({ status: 200 });
  });

  test("who approves from a screen that did not show the limit yet is refused, and whoever saw it is not", async () => {
    const limits = [{ per: "tool", count: true, max: 1, window: "24h" }];
    const tool = await stage.tool({ limits });
    const ids = [];
    for (const _ of [1, 2]) ids.push(await bring(stage, ask(tool, stage.thing()), "held"));
    const [first, second] = ids.map(String) as [string, string];
    const { hold } = await itemOf(tool, second);
    const seen = { heldSince: (hold as Body)["since"] };
    await stage.approve(first);
    const answer = await stage.approve(second, seen);
    expect(answer).toMatchObject({ status: 200, body: { state: "held", hold: { reasons: ["approval", "limit"] } } });
    expect(await stage.approve(second, seen)).toMatchObject({ status: 412, body: { code: "hold_changed" } });
    const { since } = answer.body["hold"] as Body;
    expect(await stage.approve(second, { heldSince: since })).toMatchObject({
      status: 200,
      body: { state: "cleared" },
    });
  });

  test("in a batch each item names what was seen of it, and one that changed does not keep the others back", async () => {
    const tool = await stage.shared({ value: "low" });
    const things = [stage.thing(), stage.thing()];
    const ids = await Promise.all(things.map((thing) => bring(stage, ask(tool, thing), "held")));
    const items = await Promise.all(
      ids.map(async (intentId) => {
        const { argsDigest, hold } = await itemOf(tool, intentId);
        return { intentId, argsDigest, heldSince: (hold as Body)["since"] };
      }),
    );
    await stage.submit(ask(tool, String(things[0]), { amount: 100, plan: "hold" }));
    const answer = await stage.product.asOperator("POST", "/api/v1/decisions", { verdict: "approve", items });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        results: [
          { intentId: ids[0], problem: { code: "hold_changed" }, intent: { state: "held" } },
          { intentId: ids[1], problem: null, intent: { state: "cleared" } },
        ],
      },
    });
  });
});
