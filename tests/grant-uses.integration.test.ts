import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeIdSource } from "@/lib/domain/id";
import { insertGrantUses } from "@/lib/store/grants";
import { GrantStage } from "./support/grant-stage";
import type { Answer } from "./support/in-process";

const newId = makeIdSource(Date.now);
let stage: GrantStage;
beforeAll(async () => {
  stage = await GrantStage.open();
});
afterAll(() => stage.close());

describe("an intent that a grant covers needs no people", () => {
  const refund = (paymentId: string, amount: unknown, more: Record<string, unknown> = {}) =>
    stage.product.submit({ tool: "refund_payment", args: { paymentId, amount, ...more }, run: paymentId, step: "1" });

  test("as long as uses and sum last, and not once it is revoked", async () => {
    const where = { "/amount": { gt: 70, lte: 80 }, "/currency": { eq: "USD" } };
    const { id } = await stage.made({ where, agentId: stage.agentId, usesMax: 3, sumMax: 235 });
    const states: unknown[] = [];
    for (const [payment, amount] of Object.entries({ a: 80, b: "80.01", c: "$75", d: 80, e: 80 })) {
      states.push((await refund(`grant-${payment}`, amount)).body["state"]);
    }
    expect(states).toEqual(["cleared", "held", "cleared", "cleared", "held"]);
    expect((await stage.read(`/${id}`)).body).toMatchObject({
      usesCount: 3,
      sums: [{ currency: "USD", amount: "235" }],
    });
    const next = await stage.made({ where, agentId: stage.agentId });
    expect((await refund("grant-f", 80)).body["state"]).toBe("cleared");
    await stage.revoke(next.id);
    expect((await refund("grant-g", 80)).body["state"]).toBe("held");
  });

  test("but not a negative amount under an upper bound alone", async () => {
    const tool = "adjust_balance";
    const contract = {
      tool,
      title: "Adjust a balance",
      effect: "write_non_idempotent",
      args: { type: "object", properties: { account: { type: "string" }, amount: { type: "number" } } },
      fields: { "/account": { role: "identity", as: "id" }, "/amount": { role: "material", as: "money", code: "USD" } },
      execute: { connector: "http", request: { method: "POST", url: "{+config.LEDGER_URL}/x" }, effectId: "/id" },
    };
    expect((await stage.product.asOperator("PUT", `/api/v1/contracts/${tool}`, contract)).status).toBe(201);
    const adjust = async (account: string, amount: number) =>
      (await stage.product.submit({ tool, args: { account, amount }, run: account, step: "1" })).body["state"];
    await stage.made({ tool, where: { "/amount": { lte: 50 } } });
    expect([await adjust("a", 50), await adjust("b", -50)]).toEqual(["cleared", "held"]);
    await stage.made({ tool, where: { "/amount": { gte: -50, lte: 50 } } });
    expect([await adjust("c", -50), await adjust("d", -51)]).toEqual(["cleared", "held"]);
  });

  test("thirty at once never use more than there is", async () => {
    const { id } = await stage.made({ where: { "/amount": { eq: "90.01" } }, usesMax: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => refund(`many-${turn}`, "90.01")));
    expect(answers.filter(({ body }) => body["state"] === "cleared")).toHaveLength(7);
    const { items } = (await stage.read(`/${id}/uses`)).body as { items: { intentId: string }[] };
    const cleared = answers.filter(({ body }) => body["state"] === "cleared").map(({ body }) => body["id"]);
    expect(items.map(({ intentId }) => intentId).sort()).toEqual(cleared.sort());
  });
});

describe("lists", () => {
  const all = async (query: string): Promise<Answer["body"][]> => {
    const found: Answer["body"][] = [];
    let cursor: unknown = null;
    do {
      const { body } = await stage.read(`?limit=2${query}${cursor === null ? "" : `&cursor=${cursor}`}`);
      found.push(...(body["items"] as Answer["body"][]));
      cursor = body["nextCursor"];
    } while (cursor !== null);
    return found;
  };

  test("newest first, in pages, by tool, agent and what still counts", async () => {
    const mine = { tool: "charge_card", where: { "/orderId": { eq: "o" } } };
    const first = await stage.made({ ...mine });
    const named = await stage.made({ ...mine, agentId: stage.agentId });
    const usedUp = await stage.made({ ...mine, usesMax: 1 });
    const revoked = await stage.made({ ...mine });
    const expired = await stage.made({ ...mine });
    await use(usedUp.id, 1);
    await stage.revoke(revoked.id);
    await stage.db.client.grant.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const ids = async (query: string) => (await all(`&tool=charge_card${query}`)).map((grant) => grant["id"]);
    expect(await ids("")).toEqual([expired.id, revoked.id, usedUp.id, named.id, first.id]);
    expect(await ids("&active=true")).toEqual([named.id, first.id]);
    expect(await ids("&active=false")).toEqual([expired.id, revoked.id, usedUp.id]);
    expect(await ids(`&agent=${stage.agentId}`)).toEqual([named.id]);
    const inState = {
      active: [named.id, first.id],
      used_up: [usedUp.id],
      expired: [expired.id],
      revoked: [revoked.id],
    };
    for (const [state, found] of Object.entries(inState)) expect(await ids(`&state=${state}`)).toEqual(found);
    const states = (await all("&tool=charge_card")).map((grant) => grant["state"]);
    expect(states).toEqual(["expired", "revoked", "used_up", "active", "active"]);
    // What is told first: a revocation, then the end, then that nothing is left.
    await stage.db.client.grant.update({ where: { id: usedUp.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect([await ids("&state=used_up"), await ids("&state=expired")]).toEqual([[], [expired.id, usedUp.id]]);
    await stage.revoke(usedUp.id);
    expect(await ids("&state=expired")).toEqual([expired.id]);
    expect(await ids("&state=revoked")).toEqual([revoked.id, usedUp.id]);
  });

  test("every use is shown, newest first, with what it took in major units", async () => {
    const { id } = await stage.made();
    const uses = await use(id, 3, { amount: "1050", currency: "USD" });
    expect((await stage.read(`/${id}`)).body).toMatchObject({
      usesCount: 3,
      sums: [{ currency: "USD", amount: "31.5" }],
      lastUsedAt: expect.any(String),
    });
    const first = (await stage.read(`/${id}/uses?limit=2`)).body;
    const second = (await stage.read(`/${id}/uses?limit=2&cursor=${first["nextCursor"]}`)).body;
    expect(second["nextCursor"]).toBeNull();
    const shown = [first, second].flatMap((page) => page["items"] as Answer["body"][]);
    expect(shown).toMatchObject(
      uses
        .toReversed()
        .map(({ decisionId, intentId }) => ({ id: decisionId, intentId, amount: "10.5", currency: "USD" })),
    );
  });

  test.each([
    "?limit=0",
    "?cursor=x",
    "?active=maybe",
    "?state=over",
    "?tool=%00",
    "?cursor=int_00000000000000000000000000",
  ])("%s is 400", async (query) =>
    expect(await stage.read(query)).toMatchObject({ status: 400, body: { code: "invalid_request" } }),
  );

  async function use(grantId: string, count: number, spend = { amount: "0", currency: "" }) {
    const atMs = Date.now();
    const uses = Array.from({ length: count }, () => {
      return { grantId, decisionId: newId("dec"), intentId: newId("int"), ...spend, atMs };
    });
    await stage.db.transaction((tx) => insertGrantUses(tx, uses));
    return uses;
  }
});
