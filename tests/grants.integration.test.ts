import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCredential } from "@/lib/application/credentials";
import { makeIdSource } from "@/lib/domain/id";
import type { Role } from "@/lib/domain/intent";
import { type Database, openDatabase } from "@/lib/store/database";
import { insertGrantUses } from "@/lib/store/grants";
import { insertOperator, insertOperatorToken } from "@/lib/store/operators";
import { type Answer, type Product, startProduct } from "./support/in-process";

const GRANTS = "/api/v1/grants";
const DAY_MS = 86_400_000;
const newId = makeIdSource(Date.now);
let product: Product;
let db: Database;
let agentId: string;

beforeAll(async () => {
  product = await startProduct({ worker: false });
  db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "grants test" });
  agentId = (await db.client.agent.findFirstOrThrow()).id;
});
afterAll(async () => {
  await db.close();
  await product.close();
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const small = () => ({
  tool: "refund_payment",
  where: { "/amount": { lte: 50 }, "/currency": { eq: "usd" } },
  expiresAt: inDays(7),
});
const create = (body: unknown) => product.asOperator("POST", GRANTS, body);
const read = (path: string) => product.asOperator("GET", `${GRANTS}${path}`);
const events = (subject: unknown) =>
  db.client.auditEvent.findMany({ where: { subject: String(subject) }, orderBy: { id: "asc" } });

async function made(more: Record<string, unknown> = {}): Promise<Record<string, unknown> & { id: string }> {
  const { status, body } = await create({ ...small(), ...more });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as Record<string, unknown> & { id: string };
}

describe("an admin gives a standing approval", () => {
  test("it answers with what was written, where it is, and what it adds up", async () => {
    const written = { ...small(), agentId, usesMax: 3, sumMax: 120.5, reason: "known customer" };
    const answer = await create(written);
    const { agentId: _agent, ...shown } = written;
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...shown,
        agent: { id: agentId, name: "demo-agent" },
        namespace: null,
        state: "active",
        sum: "/amount",
        usesCount: 0,
        sums: [],
        lastUsedAt: null,
        createdBy: { name: "Demo Operator" },
        revokedAt: null,
        warnings: [],
      },
    });
    const location = answer.headers.get("location") ?? "";
    expect(location).toBe(`${GRANTS}/${answer.body["id"]}`);
    const { warnings: _warnings, ...grant } = answer.body;
    expect((await product.asOperator("GET", location)).body).toEqual(grant);
  });

  test("without an agent it is for the default namespace", async () => {
    expect(await made()).toMatchObject({ agent: null, namespace: "default" });
    expect(await made({ namespace: "other" })).toMatchObject({ agent: null, namespace: "other" });
  });

  test("a free currency is allowed and warned about", async () => {
    const { warnings } = await made({ where: { "/amount": { lte: 50 } } });
    expect(warnings).toEqual([expect.stringContaining("/currency is not pinned")]);
  });

  test("a ceiling does not show as a pin of its own", async () => {
    const where = { "/paymentId": { eq: "p_7" }, "/currency": { in: ["USD"] } };
    expect(await made({ where, sumMax: "100" })).toMatchObject({ where, sum: "/amount", sumMax: 100 });
  });

  test("it is on record", async () => {
    const { id } = await made({ usesMax: 2, reason: "why" });
    expect(await events(id)).toMatchObject([
      {
        type: "grant.created",
        actorKind: "operator",
        namespace: "default",
        data: { tool: "refund_payment", where: small().where, usesMax: 2, reason: "why" },
      },
    ]);
  });
});

describe("what is no grant is refused, says why, and leaves nothing behind", () => {
  const pinned = (pointer: string, pin: unknown) => ({ where: { [pointer]: pin } });
  test.each<[string, Record<string, unknown>, number, string, string]>([
    ["an unknown member", { approvals: 0 }, 400, "invalid_request", ""],
    ["an unknown operator", pinned("/amount", { like: "5%" }), 400, "invalid_request", "/where/~1amount"],
    ["an empty list", pinned("/amount", { in: [] }), 400, "invalid_request", "/where/~1amount/in"],
    ["a bound that is no number", pinned("/amount", { lte: true }), 400, "invalid_request", "/where/~1amount/lte"],
    ["no pins given", { where: undefined }, 400, "invalid_request", "/where"],
    ["no end", { expiresAt: undefined }, 400, "invalid_request", "/expiresAt"],
    ["an end that is no instant", { expiresAt: "tomorrow" }, 400, "invalid_request", "/expiresAt"],
    ["no uses at all", { usesMax: 0 }, 400, "invalid_request", "/usesMax"],
    ["half a use", { usesMax: 1.5 }, 400, "invalid_request", "/usesMax"],
    ["an agent and a namespace", { agentId: "agt_1", namespace: "default" }, 400, "invalid_request", "/namespace"],
    ["a namespace that cannot be", { namespace: "../x" }, 400, "invalid_request", "/namespace"],
    ["a NUL in a pin", pinned("/reason", { eq: "a\u0000" }), 400, "invalid_request", "/where/~1reason/eq"],
    ["nothing pinned", { where: {} }, 422, "invalid_grant", "/where"],
    ["an unknown pointer", pinned("/amout", { lte: 5 }), 422, "invalid_grant", "/where/~1amout"],
    ["a value that is none", pinned("/reason", { eq: "whim" }), 422, "invalid_grant", "/where/~1reason/eq"],
    ["an agent that is none", { agentId: "agt_nobody" }, 422, "invalid_grant", "/agentId"],
    ["an end in the past", { expiresAt: inDays(-1) }, 422, "invalid_grant", "/expiresAt"],
    ["an end in two years", { expiresAt: inDays(730) }, 422, "invalid_grant", "/expiresAt"],
    ["a ceiling in any currency", { ...pinned("/amount", { lte: 5 }), sumMax: 9 }, 422, "invalid_grant", "/sumMax"],
    ["a sum of text", { sum: "/paymentId", sumMax: 5 }, 422, "invalid_grant", "/sum"],
  ])("%s", async (_name, more, status, code, pointer) => {
    const before = await read("");
    const answer = await create({ ...small(), ...more });
    expect(answer).toMatchObject({ status, body: { code, retriable: false } });
    expect(answer.body["errors"]).toContainEqual({ pointer, message: expect.stringMatching(/\.$|^Invalid|^Too|^Un/) });
    expect((await read("")).body).toEqual(before.body);
  });

  test.each([
    ["a number that lost digits", '"/paymentId":{"eq":9007199254740993}', "/where/~1paymentId/eq"],
    ["a member that would vanish", '"__proto__":{"eq":1}', "/where/__proto__"],
    ["half a character", '"/reason":{"eq":"\\ud800"}', "/where/~1reason/eq"],
  ])("%s", async (_name, pin, pointer) => {
    const answer = await create(
      `{"tool":"refund_payment","expiresAt":"${inDays(1)}","where":{"/amount":{"eq":1},${pin}}}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });

  test("an unknown tool is 404", async () => {
    expect(await create({ ...small(), tool: "launch_rocket" })).toMatchObject({
      status: 404,
      body: { code: "unknown_tool" },
    });
  });

  test("no grant stands in for people where an irreversible tool lets no rule clear", async () => {
    const contract = {
      tool: "wipe_disk",
      title: "Wipe a disk",
      effect: "irreversible",
      args: { type: "object", properties: { disk: { type: "string" } }, required: ["disk"] },
      fields: { "/disk": { role: "identity", as: "id" } },
      execute: { connector: "http", request: { method: "POST", url: "{+config.LEDGER_URL}/x" }, effectId: "/id" },
    };
    const publish = (more: object) =>
      product.asOperator("PUT", "/api/v1/contracts/wipe_disk", { ...contract, ...more });
    const body = { tool: "wipe_disk", where: { "/disk": { eq: "sda" } }, expiresAt: inDays(1) };
    expect((await publish({})).status).toBe(201);
    expect(await create(body)).toMatchObject({
      status: 422,
      body: {
        code: "invalid_grant",
        detail: expect.stringContaining("allowAutoClear"),
        errors: [{ pointer: "/tool" }],
      },
    });
    expect((await publish({ allowAutoClear: true })).status).toBe(201);
    expect(await create(body)).toMatchObject({ status: 201 });
  });
});

describe("only admins know grants", () => {
  async function tokenOf(role: Role): Promise<string> {
    const { secret, hash, hint } = newCredential("operator_token");
    const operatorId = newId("opr");
    const email = `${role}@grants.test`;
    await db.transaction(async (tx) => {
      await insertOperator(tx, { id: operatorId, email, name: role, role, passwordHash: null });
      await insertOperatorToken(tx, { id: newId("tok"), operatorId, name: "test", hash, hint, expiresAt: null });
    });
    return secret;
  }

  test.each([
    ["a viewer", () => tokenOf("viewer"), 403],
    ["an approver", () => tokenOf("approver"), 403],
    ["an agent", async () => product.agentKey, 403],
    ["a stranger", async () => "ilo_nobody", 401],
  ])("%s: refused", async (_name, credential, status) => {
    const { id } = await made();
    const bearer = await credential();
    const call = (method: string, path: string, body?: unknown) =>
      product.asOperator(method, path, body, { authorization: `Bearer ${bearer}` });
    const answers = [
      await call("POST", GRANTS, small()),
      await call("GET", GRANTS),
      await call("GET", `${GRANTS}/${id}`),
      await call("GET", `${GRANTS}/${id}/uses`),
      await call("DELETE", `${GRANTS}/${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
    expect((await read(`/${id}`)).body).toMatchObject({ state: "active" });
  });

  test.each(["grt_00000000000000000000000000", "grt_0", "%00", "int_00000000000000000000000000"])(
    "a grant named %s does not exist",
    async (id) => {
      const none = { status: 404, body: { code: "not_found" } };
      for (const [method, part] of [
        ["GET", ""],
        ["GET", "/uses"],
        ["DELETE", ""],
      ] as const) {
        expect(await product.asOperator(method, `${GRANTS}/${id}${part}`)).toMatchObject(none);
      }
    },
  );
});

describe("an intent that a grant covers needs no people", () => {
  const refund = (paymentId: string, amount: unknown, more: Record<string, unknown> = {}) =>
    product.submit({ tool: "refund_payment", args: { paymentId, amount, ...more }, run: paymentId, step: "1" });

  test("as long as uses and sum last, and not once it is revoked", async () => {
    const where = { "/amount": { gt: 70, lte: 80 }, "/currency": { eq: "USD" } };
    const { id } = await made({ where, agentId, usesMax: 3, sumMax: 235 });
    const states: unknown[] = [];
    for (const [payment, amount] of Object.entries({ a: 80, b: "80.01", c: "$75", d: 80, e: 80 })) {
      states.push((await refund(`grant-${payment}`, amount)).body["state"]);
    }
    expect(states).toEqual(["cleared", "held", "cleared", "cleared", "held"]);
    expect((await read(`/${id}`)).body).toMatchObject({ usesCount: 3, sums: [{ currency: "USD", amount: "235" }] });
    const next = await made({ where, agentId });
    expect((await refund("grant-f", 80)).body["state"]).toBe("cleared");
    await product.asOperator("DELETE", `${GRANTS}/${next.id}`);
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
    expect((await product.asOperator("PUT", `/api/v1/contracts/${tool}`, contract)).status).toBe(201);
    const adjust = async (account: string, amount: number) =>
      (await product.submit({ tool, args: { account, amount }, run: account, step: "1" })).body["state"];
    await made({ tool, where: { "/amount": { lte: 50 } } });
    expect([await adjust("a", 50), await adjust("b", -50)]).toEqual(["cleared", "held"]);
    await made({ tool, where: { "/amount": { gte: -50, lte: 50 } } });
    expect([await adjust("c", -50), await adjust("d", -51)]).toEqual(["cleared", "held"]);
  });

  test("thirty at once never use more than there is", async () => {
    const { id } = await made({ where: { "/amount": { eq: "90.01" } }, usesMax: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, turn) => refund(`many-${turn}`, "90.01")));
    expect(answers.filter(({ body }) => body["state"] === "cleared")).toHaveLength(7);
    const { items } = (await read(`/${id}/uses`)).body as { items: { intentId: string }[] };
    const cleared = answers.filter(({ body }) => body["state"] === "cleared").map(({ body }) => body["id"]);
    expect(items.map(({ intentId }) => intentId).sort()).toEqual(cleared.sort());
  });
});

test("revoking counts at once, is on record once, and again changes nothing", async () => {
  const { id } = await made();
  const revoke = () => product.asOperator("DELETE", `${GRANTS}/${id}`);
  expect((await revoke()).status).toBe(204);
  const revoked = (await read(`/${id}`)).body;
  expect(revoked).toMatchObject({ state: "revoked", revokedBy: { name: "Demo Operator" } });
  expect((await revoke()).status).toBe(204);
  expect((await read(`/${id}`)).body).toEqual(revoked);
  expect((await events(id)).map(({ type }) => type)).toEqual(["grant.created", "grant.revoked"]);
});

describe("lists", () => {
  const all = async (query: string): Promise<Answer["body"][]> => {
    const found: Answer["body"][] = [];
    let cursor: unknown = null;
    do {
      const { body } = await read(`?limit=2${query}${cursor === null ? "" : `&cursor=${cursor}`}`);
      found.push(...(body["items"] as Answer["body"][]));
      cursor = body["nextCursor"];
    } while (cursor !== null);
    return found;
  };

  test("newest first, in pages, by tool, agent and what still counts", async () => {
    const mine = { tool: "charge_card", where: { "/orderId": { eq: "o" } } };
    const first = await made({ ...mine });
    const named = await made({ ...mine, agentId });
    const usedUp = await made({ ...mine, usesMax: 1 });
    const revoked = await made({ ...mine });
    const expired = await made({ ...mine });
    await use(usedUp.id, 1);
    await product.asOperator("DELETE", `${GRANTS}/${revoked.id}`);
    await db.client.grant.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const ids = async (query: string) => (await all(`&tool=charge_card${query}`)).map((grant) => grant["id"]);
    expect(await ids("")).toEqual([expired.id, revoked.id, usedUp.id, named.id, first.id]);
    expect(await ids("&active=true")).toEqual([named.id, first.id]);
    expect(await ids("&active=false")).toEqual([expired.id, revoked.id, usedUp.id]);
    expect(await ids(`&agent=${agentId}`)).toEqual([named.id]);
    const states = (await all("&tool=charge_card")).map((grant) => grant["state"]);
    expect(states).toEqual(["expired", "revoked", "used_up", "active", "active"]);
  });

  test("every use is shown, newest first, with what it took in major units", async () => {
    const { id } = await made();
    const uses = await use(id, 3, { amount: "1050", currency: "USD" });
    expect((await read(`/${id}`)).body).toMatchObject({
      usesCount: 3,
      sums: [{ currency: "USD", amount: "31.5" }],
      lastUsedAt: expect.any(String),
    });
    const first = (await read(`/${id}/uses?limit=2`)).body;
    const second = (await read(`/${id}/uses?limit=2&cursor=${first["nextCursor"]}`)).body;
    expect(second["nextCursor"]).toBeNull();
    const shown = [first, second].flatMap((page) => page["items"] as Answer["body"][]);
    expect(shown).toMatchObject(
      uses
        .toReversed()
        .map(({ decisionId, intentId }) => ({ id: decisionId, intentId, amount: "10.5", currency: "USD" })),
    );
  });

  test.each(["?limit=0", "?cursor=x", "?active=maybe", "?tool=%00", "?cursor=int_00000000000000000000000000"])(
    "%s is 400",
    async (query) => expect(await read(query)).toMatchObject({ status: 400, body: { code: "invalid_request" } }),
  );

  async function use(grantId: string, count: number, spend = { amount: "0", currency: "" }) {
    const atMs = Date.now();
    const uses = Array.from({ length: count }, () => {
      return { grantId, decisionId: newId("dec"), intentId: newId("int"), ...spend, atMs };
    });
    await db.transaction((tx) => insertGrantUses(tx, uses));
    return uses;
  }
});

test("OpenAPI knows every call", async () => {
  const { body } = await product.asOperator("GET", "/api/openapi.json");
  const paths = body["paths"] as Record<string, object>;
  expect(Object.keys(paths[GRANTS] ?? {})).toEqual(["post", "get"]);
  expect(Object.keys(paths[`${GRANTS}/{id}`] ?? {})).toEqual(["get", "delete"]);
  expect(Object.keys(paths[`${GRANTS}/{id}/uses`] ?? {})).toEqual(["get"]);
});
