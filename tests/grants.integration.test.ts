import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCredential } from "@/lib/application/credentials";
import { makeIdSource } from "@/lib/domain/id";
import type { Role } from "@/lib/domain/intent";
import { insertOperator, insertOperatorToken } from "@/lib/store/operators";
import { GRANTS, GrantStage, inDays, small } from "./support/grant-stage";

const newId = makeIdSource(Date.now);
let stage: GrantStage;
beforeAll(async () => {
  stage = await GrantStage.open();
});
afterAll(() => stage.close());

describe("an admin gives a standing approval", () => {
  test("it answers with what was written, where it is, and what it adds up", async () => {
    const written = { ...small(), agentId: stage.agentId, usesMax: 3, sumMax: 120.5, reason: "known customer" };
    const answer = await stage.create(written);
    const { agentId: _agent, ...shown } = written;
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...shown,
        agent: { id: stage.agentId, name: "demo-agent" },
        namespace: null,
        state: "active",
        sum: "/amount",
        title: "Refund a payment",
        pins: [
          { pointer: "/amount", as: "money", currency: "USD" },
          { pointer: "/currency", as: "code", currency: null },
        ],
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
    expect((await stage.product.asOperator("GET", location)).body).toEqual(grant);
  });

  test("without an agent it is for the default namespace", async () => {
    expect(await stage.made()).toMatchObject({ agent: null, namespace: "default" });
    expect(await stage.made({ namespace: "other" })).toMatchObject({ agent: null, namespace: "other" });
  });

  test("a free currency is allowed and warned about", async () => {
    const { warnings } = await stage.made({ where: { "/amount": { lte: 50 } } });
    expect(warnings).toEqual([expect.stringContaining("/currency is not pinned")]);
  });

  test("a ceiling does not show as a pin of its own", async () => {
    const where = { "/paymentId": { eq: "p_7" }, "/currency": { in: ["USD"] } };
    expect(await stage.made({ where, sumMax: "100" })).toMatchObject({
      where,
      sum: "/amount",
      sumMax: 100,
      pins: expect.arrayContaining([{ pointer: "/amount", as: "money", currency: "USD" }]),
    });
  });

  test("it is on record", async () => {
    const { id } = await stage.made({ usesMax: 2, reason: "why" });
    expect(await stage.events(id)).toMatchObject([
      {
        type: "grant.created",
        actorKind: "operator",
        namespace: "default",
        data: { tool: "refund_payment", pinned: Object.keys(small().where), usesMax: 2 },
      },
    ]);
    const { body } = await stage.product.asOperator("GET", `/api/v1/audit/events?type=grant.created&subject=${id}`);
    expect(body["items"]).toMatchObject([{ details: { where: small().where, reason: "why" }, detailsIntact: true }]);
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
    const before = await stage.read("");
    const answer = await stage.create({ ...small(), ...more });
    expect(answer).toMatchObject({ status, body: { code, retriable: false } });
    expect(answer.body["errors"]).toContainEqual({ pointer, message: expect.stringMatching(/\.$|^Invalid|^Too|^Un/) });
    expect((await stage.read("")).body).toEqual(before.body);
  });

  test.each([
    ["a number that lost digits", '"/paymentId":{"eq":9007199254740993}', "/where/~1paymentId/eq"],
    ["a member that would vanish", '"__proto__":{"eq":1}', "/where/__proto__"],
    ["half a character", '"/reason":{"eq":"\\ud800"}', "/where/~1reason/eq"],
  ])("%s", async (_name, pin, pointer) => {
    const answer = await stage.create(
      `{"tool":"refund_payment","expiresAt":"${inDays(1)}","where":{"/amount":{"eq":1},${pin}}}`,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });

  test("an unknown tool is 404", async () => {
    expect(await stage.create({ ...small(), tool: "launch_rocket" })).toMatchObject({
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
      stage.product.asOperator("PUT", "/api/v1/contracts/wipe_disk", { ...contract, ...more });
    const body = { tool: "wipe_disk", where: { "/disk": { eq: "sda" } }, expiresAt: inDays(1) };
    expect((await publish({})).status).toBe(201);
    expect(await stage.create(body)).toMatchObject({
      status: 422,
      body: {
        code: "invalid_grant",
        detail: expect.stringContaining("allowAutoClear"),
        errors: [{ pointer: "/tool" }],
      },
    });
    expect((await publish({ allowAutoClear: true })).status).toBe(201);
    expect(await stage.create(body)).toMatchObject({ status: 201 });
  });
});

describe("only admins know grants", () => {
  async function tokenOf(role: Role): Promise<string> {
    const { secret, hash, hint } = newCredential("operator_token");
    const operatorId = newId("opr");
    const email = `${role}@grants.test`;
    await stage.db.transaction(async (tx) => {
      await insertOperator(tx, { id: operatorId, email, name: role, role, passwordHash: null });
      await insertOperatorToken(tx, { id: newId("tok"), operatorId, name: "test", hash, hint, expiresAt: null });
    });
    return secret;
  }

  test.each([
    ["a viewer", () => tokenOf("viewer"), 403],
    ["an approver", () => tokenOf("approver"), 403],
    ["an agent", async () => stage.product.agentKey, 403],
    ["a stranger", async () => "ilo_nobody", 401],
  ])("%s: refused", async (_name, credential, status) => {
    const { id } = await stage.made();
    const bearer = await credential();
    const call = (method: string, path: string, body?: unknown) =>
      stage.product.asOperator(method, path, body, { authorization: `Bearer ${bearer}` });
    const answers = [
      await call("POST", GRANTS, small()),
      await call("GET", GRANTS),
      await call("GET", `${GRANTS}/${id}`),
      await call("GET", `${GRANTS}/${id}/uses`),
      await call("DELETE", `${GRANTS}/${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
    expect((await stage.read(`/${id}`)).body).toMatchObject({ state: "active" });
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
        expect(await stage.product.asOperator(method, `${GRANTS}/${id}${part}`)).toMatchObject(none);
      }
    },
  );
});

test("revoking counts at once, is on record once, and again changes nothing", async () => {
  const { id } = await stage.made();
  const revoke = () => stage.revoke(id);
  expect((await revoke()).status).toBe(204);
  const revoked = (await stage.read(`/${id}`)).body;
  expect(revoked).toMatchObject({ state: "revoked", revokedBy: { name: "Demo Operator" } });
  expect((await revoke()).status).toBe(204);
  expect((await stage.read(`/${id}`)).body).toEqual(revoked);
  expect((await stage.events(id)).map(({ type }) => type)).toEqual(["grant.created", "grant.revoked"]);
});

test("OpenAPI knows every call", async () => {
  const { body } = await stage.product.asOperator("GET", "/api/openapi.json");
  const paths = body["paths"] as Record<string, object>;
  expect(Object.keys(paths[GRANTS] ?? {})).toEqual(["post", "get"]);
  expect(Object.keys(paths[`${GRANTS}/{id}`] ?? {})).toEqual(["get", "delete"]);
  expect(Object.keys(paths[`${GRANTS}/{id}/uses`] ?? {})).toEqual(["get"]);
});
