// Calls about agents and operators, as the description of the API has them.
import { expect, test } from "vitest";
import { INTENT, idOf, type OpenApiStage } from "./stage";

export function peopleCalls(stageOf: () => OpenApiStage): void {
  test("agents and their keys", async () => {
    const stage = stageOf();
    const AGENT = "/api/v1/agents/{id}";
    const body = {
      name: stage.fresh("agent"),
      namespace: "described",
      labels: { tier: "trusted" },
      tools: ["refund_payment"],
    };
    const at = { id: idOf(await stage.calls(201, "POST /api/v1/agents", { body })) };
    await stage.calls(409, "POST /api/v1/agents", { body });
    await stage.calls(200, "GET /api/v1/agents", { query: "namespace=described" });
    await stage.calls(400, "GET /api/v1/agents", { query: "namespace=No" });
    await stage.calls(200, `PATCH ${AGENT}`, { at, body: { labels: {}, mayRepeat: false } });
    const keyId = idOf(await stage.calls(201, `POST ${AGENT}/keys`, { at, body: { expiresIn: "90d", overlap: "1h" } }));
    await stage.calls(204, `DELETE ${AGENT}/keys/{keyId}`, { at: { ...at, keyId } });
    await stage.calls(204, `DELETE ${AGENT}`, { at });
    await stage.calls(200, `GET ${AGENT}`, { at });
    await stage.calls(409, `PATCH ${AGENT}`, { at, body: { mayRepeat: true } });
    await stage.calls(409, `POST ${AGENT}/keys`, { at });
  });

  test("a database that went back in time", async () => {
    const stage = stageOf();
    await stage.calls(200, "GET /api/v1/store");
    await stage.calls(200, "POST /api/v1/store/release", { body: { reason: "a planned failover" } });
    await stage.calls(400, "POST /api/v1/store/release", { body: {} });
  });

  test("erasures", async () => {
    const stage = stageOf();
    const ERASURE = "/api/v1/erasures";
    await stage.calls(200, `POST ${ERASURE}`, { body: { identity: "nobody", dryRun: true } });
    const at = { id: idOf(await stage.calls(202, `POST ${ERASURE}`, { body: { identity: "nobody" } })) };
    await stage.calls(200, `GET ${ERASURE}/{id}`, { at });
    await stage.calls(200, `GET ${ERASURE}`);
    await stage.calls(400, `GET ${ERASURE}`, { query: "limit=x" });
    const { body: intent } = await stage.submit(202, await stage.publish({ policy: [{ then: "hold" }] }), {
      args: { orderId: "somebody" },
    });
    const erased = { id: String(intent["id"]) };
    await stage.calls(200, `POST ${INTENT}/withdraw`, { at: erased });
    await stage.calls(202, `POST ${ERASURE}`, { body: { identity: "somebody" } });
    const read = async () => (await stage.calls(200, `GET ${INTENT}`, { at: erased })).body["argsErased"];
    await expect.poll(read, { timeout: 20_000 }).toBe(true);
    await stage.calls(409, `POST ${INTENT}/explain`, { at: erased, body: {} });
  });

  test("operators, their tokens and their sessions", async () => {
    const stage = stageOf();
    const OPERATOR = "/api/v1/operators/{id}";
    const { body: session } = await stage.calls(200, "GET /api/v1/session");
    const self = { id: (session["operator"] as { id: string }).id };
    await stage.calls(409, `DELETE ${OPERATOR}`, { at: self });
    await stage.calls(409, `PATCH ${OPERATOR}`, { at: self, body: { role: "viewer" } });
    const body = { email: "d@described.test", name: "D", role: "approver", password: "twelve chars" };
    const at = { id: idOf(await stage.calls(201, "POST /api/v1/operators", { body })) };
    await stage.calls(409, "POST /api/v1/operators", { body });
    await stage.calls(200, "GET /api/v1/operators");
    await stage.calls(400, "GET /api/v1/operators", { query: "limit=x" });
    await stage.calls(200, `PATCH ${OPERATOR}`, { at, body: { name: "Dee" } });
    await stage.calls(200, `GET ${OPERATOR}`, { at });
    const tokenId = idOf(
      await stage.calls(201, `POST ${OPERATOR}/tokens`, { at, body: { name: "ci", expiresIn: "90d" } }),
    );
    await stage.calls(200, `GET ${OPERATOR}/tokens`, { at });
    await stage.calls(400, `GET ${OPERATOR}/tokens`, { at, query: "cursor=-" });
    await stage.calls(204, `DELETE ${OPERATOR}/tokens/{tokenId}`, { at: { ...at, tokenId } });
    const { email, password } = body;
    const signedIn = await stage.calls(200, "POST /api/v1/session", { as: null, body: { email, password } });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    await stage.calls(200, "GET /api/v1/session", { as: null, headers: { cookie } });
    await stage.calls(403, "DELETE /api/v1/session", { as: null, headers: { cookie, origin: "https://evil.example" } });
    await stage.calls(204, "DELETE /api/v1/session", { as: null, headers: { cookie, origin: stage.product.url } });
    await stage.calls(204, `DELETE ${OPERATOR}`, { at });
    await stage.calls(409, `POST ${OPERATOR}/tokens`, { at, body: { name: "late" } });
    const elsewhere = { origin: "https://evil.example" };
    await stage.calls(403, "POST /api/v1/session", { as: null, body: { email, password }, headers: elsewhere });
    for (let turn = 0; turn < 10; turn += 1) {
      await stage.calls(401, "POST /api/v1/session", { as: null, body: { email, password } });
    }
    await stage.calls(429, "POST /api/v1/session", { as: null, body: { email, password } });
  });
}
