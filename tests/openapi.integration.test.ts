// The description of the API and the running service agree, in both directions: every operation is called, every
// answer is judged by the document, and every answer that the document promises comes up.
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { type Call, type Called, type DescribedCalls, describedCalls } from "./support/described-calls";
import { type Product, startProduct } from "./support/in-process";
import { type ContractText, ledgerContract } from "./support/ledger-contract";

let product: Product;
let api: DescribedCalls;
beforeAll(async () => {
  product = await startProduct();
  api = await describedCalls(product.url, product);
});
afterAll(async () => product.close());

const INTENT = "/api/v1/intents/{id}";
const WAIT = { prefer: "wait=20" };
const idOf = ({ body }: Called) => String(body["id"]);

async function calls(status: number, name: string, sent: Call = {}): Promise<Called> {
  const answer = await api.call(name, sent);
  expect(`${name} ${answer.status} ${JSON.stringify(answer.body)}`).toContain(`${name} ${status} `);
  return answer;
}

let made = 0;
function fresh(prefix: string): string {
  made += 1;
  return `${prefix}${made}`;
}

async function publish(more: ContractText = {}): Promise<string> {
  const tool = fresh("tool_");
  await calls(201, "PUT /api/v1/contracts/{tool}", { at: { tool }, body: ledgerContract(tool, more) });
  return tool;
}

type Ask = { args?: Record<string, unknown>; headers?: Record<string, string>; [more: string]: unknown };
function submit(status: number, tool: string, { args, headers = {}, ...more }: Ask = {}): Promise<Called> {
  const body = { tool, args: { orderId: fresh("o"), amount: 5, ...args }, run: fresh("r"), step: "s", ...more };
  return calls(status, "POST /api/v1/intents", { body, headers });
}

describe("every operation says what is wrong with a call that it cannot take", () => {
  const TOO_LARGE = `{"reason":"${"x".repeat(300 * 1024)}"}`;
  const NOBODY = "0".repeat(26);
  const PREFIXES = { intents: "int", grants: "grt", agents: "agt", operators: "opr" };

  /** The address of something that could be there and is not. */
  function nowhere(name: string): Record<string, string> {
    const [, prefix] = Object.entries(PREFIXES).find(([place]) => name.includes(`/${place}/`)) ?? [];
    return { id: `${prefix}_${NOBODY}`, keyId: `key_${NOBODY}`, tokenId: `tok_${NOBODY}`, tool: "nobodys_tool" };
  }

  test("no credentials, unknown ones, and those of the wrong kind", async () => {
    for (const [name, { security }] of api.operations) {
      const taken = new Set(security.flatMap((scheme) => Object.keys(scheme)));
      if (taken.size === 0) continue;
      await calls(401, name, { at: nowhere(name), as: null });
      await calls(401, name, { at: nowhere(name), as: "ilk_nobody" });
      if (!taken.has("agentKey")) await calls(403, name, { at: nowhere(name), as: product.agentKey });
      if (!taken.has("operatorToken")) await calls(403, name, { at: nowhere(name), as: product.operatorToken });
    }
  });

  test("bodies that are too large or not even text", async () => {
    for (const [name, { requestBody }] of api.operations) {
      if (requestBody === undefined) continue;
      await calls(413, name, { at: nowhere(name), body: TOO_LARGE });
      await calls(400, name, { at: nowhere(name), body: new Uint8Array([0xff]) });
    }
  });

  test("addresses of nothing", async () => {
    const bodies: Record<string, unknown> = {
      decisions: { verdict: "deny", reason: "no" },
      pause: { reason: "stop" },
      tokens: { name: "ci" },
    };
    for (const name of api.operations.keys()) {
      if (!name.includes("{")) continue;
      const body = name.startsWith("GET") ? undefined : bodies[name.slice(name.lastIndexOf("/") + 1)];
      // Any name that a tool could have is free to be published.
      const tool = name.startsWith("PUT") ? "1tool" : "nobodys_tool";
      await calls(404, name, { at: { ...nowhere(name), tool }, ...(body === undefined ? {} : { body }) });
    }
  });
});

describe("intents", () => {
  test("new ones: open, ended, refused, failed, partly done, in doubt, observed", async () => {
    const pay = await publish();
    await submit(201, pay, { headers: WAIT, reason: "asked by phone", metadata: { ticket: 7 }, session: 9 });
    await submit(202, await publish({ policy: [{ then: "hold", approvals: 2 }] }));
    await submit(201, await publish({ policy: [{ then: "refuse", reason: "never" }] }));
    await submit(201, await publish({ mode: "observe", policy: [{ then: "hold" }] }), { headers: WAIT });
    const faults = [
      { kind: "refuse", status: 201 },
      { kind: "partial", status: 201 },
      { kind: "effect_then_500", status: 202 },
    ];
    for (const { kind, status } of faults) {
      const tool = await publish();
      const fault = JSON.stringify({ kind, route: `/corpus/${tool}` });
      await (await fetch(`${product.ledgerUrl}/faults`, { method: "PUT", body: fault })).text();
      const { body } = await submit(status, tool, { headers: WAIT });
      const id = String(body["id"]);
      for (const part of ["attempts", "events"]) await calls(200, `GET ${INTENT}/${part}`, { at: { id } });
    }
  });

  test("duplicates: joined, replayed, drifted, look-alikes, and those that the contract refuses", async () => {
    const ask = { args: { orderId: "same" }, run: "same" };
    const held = await publish({ policy: [{ then: "hold" }] });
    await submit(202, held, ask);
    await submit(202, held, ask);
    await submit(202, held, { args: { orderId: "same", amount: 6 }, run: "same" });
    const lookalike = await submit(202, held, { args: { orderId: "same" }, run: "other" });
    expect(lookalike.body).toMatchObject({ resembles: [{ kind: "lookalike" }] });
    const ran = await publish();
    await submit(201, ran, { ...ask, headers: WAIT });
    await submit(200, ran, { ...ask, headers: WAIT });
    const drifted = await submit(200, ran, { args: { orderId: "same", amount: 6, note: "new" }, run: "same" });
    expect(drifted.body).toMatchObject({ drift: true, differences: [{ pointer: "/amount" }] });
    const more = await submit(200, ran, { args: { orderId: "same", memo: "was not there before" }, run: "same" });
    expect(more.body).toMatchObject({ drift: true, differences: [{ pointer: "/memo" }] });
    const refuse = { same: "refuse", drift: "refuse", lookalike: "refuse", variant: "refuse", missing: "refuse" };
    const strict = await publish({ duplicates: refuse, policy: [{ then: "hold" }] });
    await submit(202, strict, ask);
    await submit(409, strict, ask);
    await submit(409, strict, { args: { orderId: "same" }, run: "other" });
    await submit(409, strict, { args: { orderId: "same", amount: 6 }, run: "other" });
    await submit(422, strict, { args: { orderId: "same", amount: 6 }, run: "same" });
    await submit(409, strict, { contractVersion: 99 });
    await submit(422, strict, { args: { amount: "much" } });
    await submit(400, strict, { run: undefined, step: undefined });
    await submit(404, "nobodys_tool");
  });

  test("lists and parts, for agents and for operators", async () => {
    const tool = await publish();
    const id = idOf(await submit(201, tool, { headers: WAIT }));
    await calls(200, `GET ${INTENT}`, { at: { id }, headers: WAIT });
    await calls(200, `GET ${INTENT}`, { at: { id }, as: product.agentKey });
    const query = `state=succeeded&tool=${tool}&from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00%2B01:00&q=${id}`;
    const { body } = await calls(200, "GET /api/v1/intents", { query });
    expect(body).toMatchObject({ items: [{ id }], nextCursor: null });
    await calls(200, "GET /api/v1/intents", { as: product.agentKey });
    await calls(400, "GET /api/v1/intents", { query: "state=lost" });
    for (const part of ["submissions", "attempts", "events"]) {
      const { body: page } = await calls(200, `GET ${INTENT}/${part}`, { at: { id } });
      expect(page["items"]).not.toEqual([]);
      await calls(400, `GET ${INTENT}/${part}`, { at: { id }, query: "limit=0" });
    }
    const { body: found } = await calls(200, "GET /api/v1/findings", { query: "state=open&kind=drift" });
    expect(found["items"]).not.toEqual([]);
    await calls(400, "GET /api/v1/findings", { query: "state=lost" });
  });

  test("deciding, undoing and withdrawing", async () => {
    const tool = await publish({ policy: [{ then: "hold" }], undo: "1h" });
    const { body: held } = await submit(202, tool);
    const at = { id: String(held["id"]) };
    const approve = { verdict: "approve", argsDigest: held["argsDigest"] };
    await calls(412, `POST ${INTENT}/decisions`, { at, body: { ...approve, argsDigest: "0".repeat(64) } });
    await calls(422, `POST ${INTENT}/decisions`, { at, body: { ...approve, args: { orderId: "o" } } });
    await calls(409, `POST ${INTENT}/undo`, { at });
    await calls(200, `POST ${INTENT}/decisions`, { at, body: approve });
    await calls(409, `POST ${INTENT}/decisions`, { at, body: approve });
    await calls(200, `POST ${INTENT}/undo`, { at, body: { reason: "too fast" } });
    await calls(200, `POST ${INTENT}/withdraw`, { at });
    await calls(409, `POST ${INTENT}/withdraw`, { at, body: { reason: "again" } });
  });

  test("an edited approval, a chosen variant, and the generation after a denial", async () => {
    const tool = await publish({ policy: [{ then: "hold" }] });
    const ask = (amount: number) => submit(202, tool, { args: { orderId: "v", amount }, run: "v" });
    const { body: held } = await ask(5);
    const { body: drifted } = await ask(6);
    const at = { id: String(held["id"]) };
    const variant = (drifted["submission"] as { id: string }).id;
    const { body: denied } = await calls(200, `POST ${INTENT}/decisions`, {
      at,
      body: { verdict: "deny", reason: "neither" },
    });
    expect(denied).toMatchObject({ state: "denied", error: { code: "denied" } });
    const { body: next } = await ask(7);
    expect(next).toMatchObject({ generation: 2, links: { predecessor: `/api/v1/intents/${at.id}` } });
    await calls(200, `GET ${INTENT}`, { at });
    await calls(404, `POST ${INTENT}/decisions`, {
      at: { id: String(next["id"]) },
      body: { verdict: "approve", argsDigest: next["argsDigest"], submissionId: variant },
    });
    const edited = { verdict: "approve", argsDigest: next["argsDigest"], args: { orderId: "v", amount: 8 } };
    await calls(200, `POST ${INTENT}/decisions`, { at: { id: String(next["id"]) }, body: edited });
    for (const part of ["submissions", "events"]) {
      for (const id of [at.id, String(next["id"])]) await calls(200, `GET ${INTENT}/${part}`, { at: { id } });
    }
  });

  test("explaining, to an agent and to an operator", async () => {
    const limits = [{ per: "agent", sum: "/amount", max: 2, window: "24h", over: "hold" }];
    const tool = await publish({ policy: [{ when: "args.amount > 100", then: "refuse" }, { then: "clear" }], limits });
    const body = { tool, args: { orderId: "e", amount: "5", note: "n" }, run: "e", step: "s" };
    for (const as of [product.agentKey, product.operatorToken]) {
      await calls(200, "POST /api/v1/explain", { as, body });
      await submit(202, tool, { args: body.args, run: "e" });
      await calls(200, "POST /api/v1/explain", { as, body });
      await calls(200, "POST /api/v1/explain", { as, body: { ...body, args: { orderId: "e", amount: 7 } } });
      await calls(200, "POST /api/v1/explain", { as, body: { ...body, run: "e2" } });
      await calls(200, "POST /api/v1/explain", { as, body: { ...body, args: { orderId: "e", amount: 5, memo: "m" } } });
    }
    await calls(200, "POST /api/v1/explain", { body: { ...body, namespace: "elsewhere" } });
    await calls(403, "POST /api/v1/explain", { as: product.agentKey, body: { ...body, namespace: "elsewhere" } });
    await calls(404, "POST /api/v1/explain", { body: { ...body, tool: "nobodys_tool" } });
    await calls(409, "POST /api/v1/explain", { body: { ...body, contractVersion: 99 } });
    await calls(422, "POST /api/v1/explain", { body: { ...body, args: {} } });
  });
});

describe("contracts", () => {
  const CONTRACT = "/api/v1/contracts/{tool}";

  test("the examples are what the document says a contract is", async () => {
    for (const file of await readdir("contracts")) {
      const body = parseYaml(await readFile(`contracts/${file}`, "utf8")) as { tool: string };
      await calls(200, `PUT ${CONTRACT}`, { at: { tool: body.tool }, body });
    }
  });

  test("publishing and reading", async () => {
    const tool = await publish({ fields: { "/orderId": { role: "identity" }, "/amount": { role: "material" } } });
    const yaml = { "content-type": "application/yaml" };
    await calls(422, `PUT ${CONTRACT}`, { at: { tool }, body: "tool: [", headers: yaml });
    await calls(415, `PUT ${CONTRACT}`, { at: { tool }, body: "tool", headers: { "content-type": "text/plain" } });
    await calls(200, `GET ${CONTRACT}`, { at: { tool } });
    const { body } = await calls(200, `GET ${CONTRACT}/versions`, { at: { tool } });
    expect(body).toMatchObject({ items: [{ version: 1 }], nextCursor: null });
    await calls(400, `GET ${CONTRACT}/versions`, { at: { tool }, query: "cursor=0" });
    await calls(200, "GET /api/v1/contracts", { query: "limit=2" });
    await calls(400, "GET /api/v1/contracts", { query: "limit=201" });
  });
});

describe("grants", () => {
  const GRANTS = "/api/v1/grants";
  const grantFor = (tool: string) => ({
    tool,
    where: { "/amount": { lte: 50 }, "/orderId": { in: ["g1", "g2"] } },
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    usesMax: 3,
    sumMax: "120.50",
    reason: "known customer",
  });

  test("giving, using, reading and revoking", async () => {
    const tool = await publish({ policy: [{ then: "hold" }] });
    const at = { id: idOf(await calls(201, `POST ${GRANTS}`, { body: grantFor(tool) })) };
    await submit(201, tool, { args: { orderId: "g1" }, headers: WAIT });
    const { body } = await calls(200, `GET ${GRANTS}/{id}/uses`, { at });
    expect(body).toMatchObject({ items: [{ amount: "5" }] });
    await calls(400, `GET ${GRANTS}/{id}/uses`, { at, query: "cursor=-" });
    await calls(200, `GET ${GRANTS}`, { query: `tool=${tool}&active=true` });
    await calls(400, `GET ${GRANTS}`, { query: "active=maybe" });
    await calls(204, `DELETE ${GRANTS}/{id}`, { at });
    await calls(200, `GET ${GRANTS}/{id}`, { at });
    await calls(404, `POST ${GRANTS}`, { body: grantFor("nobodys_tool") });
    await calls(422, `POST ${GRANTS}`, { body: { ...grantFor(tool), where: { "/colour": { eq: "red" } } } });
  });

  test("a tool takes so many and no more", async () => {
    const tool = await publish({ policy: [{ then: "hold" }] });
    const first = idOf(await calls(201, `POST ${GRANTS}`, { body: grantFor(tool) }));
    await onDatabase(
      `insert into grants (id, tool, namespace, pins, expires_at, created_by)
       select 'grt_' || lpad(n::text, 26, '0'), tool, namespace, pins, expires_at, created_by
       from grants, generate_series(1, 499) as n where id = $1`,
      first,
    );
    await calls(409, `POST ${GRANTS}`, { body: grantFor(tool) });
  });
});

test("pausing and resuming", async () => {
  const { body: list } = await calls(200, "GET /api/v1/agents");
  const [agent] = list["items"] as { id: string }[];
  const tool = await publish();
  for (const place of ["/tools/{tool}", "/agents/{id}", ""]) {
    const at = { tool, id: agent?.id ?? "" };
    await calls(200, `POST /api/v1${place}/resume`, { at });
    await calls(200, `POST /api/v1${place}/pause`, { at, body: { reason: "looking into it" } });
    const { body } = await submit(202, tool);
    expect(body).toMatchObject({ state: "held", hold: { reasons: ["paused"] } });
    await calls(200, `GET ${INTENT}`, { at: { id: String(body["id"]) } });
    await calls(200, "GET /api/v1/pauses", { query: "active=true" });
    await calls(200, `POST /api/v1${place}/resume`, { at, body: {} });
  }
  await calls(200, "GET /api/v1/pauses");
  await calls(400, "GET /api/v1/pauses", { query: "active=maybe" });
});

test("agents and their keys", async () => {
  const AGENT = "/api/v1/agents/{id}";
  const body = { name: fresh("agent"), namespace: "described", labels: { tier: "trusted" }, tools: ["refund_payment"] };
  const at = { id: idOf(await calls(201, "POST /api/v1/agents", { body })) };
  await calls(409, "POST /api/v1/agents", { body });
  await calls(200, "GET /api/v1/agents", { query: "namespace=described" });
  await calls(400, "GET /api/v1/agents", { query: "namespace=No" });
  await calls(200, `PATCH ${AGENT}`, { at, body: { labels: {}, mayRepeat: false } });
  const keyId = idOf(await calls(201, `POST ${AGENT}/keys`, { at, body: { expiresIn: "90d", overlap: "1h" } }));
  await calls(204, `DELETE ${AGENT}/keys/{keyId}`, { at: { ...at, keyId } });
  await calls(204, `DELETE ${AGENT}`, { at });
  await calls(200, `GET ${AGENT}`, { at });
  await calls(409, `PATCH ${AGENT}`, { at, body: { mayRepeat: true } });
  await calls(409, `POST ${AGENT}/keys`, { at });
});

test("operators, their tokens and their sessions", async () => {
  const OPERATOR = "/api/v1/operators/{id}";
  const { body: session } = await calls(200, "GET /api/v1/session");
  const self = { id: (session["operator"] as { id: string }).id };
  await calls(409, `DELETE ${OPERATOR}`, { at: self });
  await calls(409, `PATCH ${OPERATOR}`, { at: self, body: { role: "viewer" } });
  const body = { email: "d@described.test", name: "D", role: "approver", password: "twelve chars" };
  const at = { id: idOf(await calls(201, "POST /api/v1/operators", { body })) };
  await calls(409, "POST /api/v1/operators", { body });
  await calls(200, "GET /api/v1/operators");
  await calls(400, "GET /api/v1/operators", { query: "limit=x" });
  await calls(200, `PATCH ${OPERATOR}`, { at, body: { name: "Dee" } });
  await calls(200, `GET ${OPERATOR}`, { at });
  const tokenId = idOf(await calls(201, `POST ${OPERATOR}/tokens`, { at, body: { name: "ci", expiresIn: "90d" } }));
  await calls(200, `GET ${OPERATOR}/tokens`, { at });
  await calls(400, `GET ${OPERATOR}/tokens`, { at, query: "cursor=-" });
  await calls(204, `DELETE ${OPERATOR}/tokens/{tokenId}`, { at: { ...at, tokenId } });
  const { email, password } = body;
  const signedIn = await calls(200, "POST /api/v1/session", { as: null, body: { email, password } });
  const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  await calls(200, "GET /api/v1/session", { as: null, headers: { cookie } });
  await calls(403, "DELETE /api/v1/session", { as: null, headers: { cookie, origin: "https://evil.example" } });
  await calls(204, "DELETE /api/v1/session", { as: null, headers: { cookie, origin: product.url } });
  await calls(204, `DELETE ${OPERATOR}`, { at });
  await calls(409, `POST ${OPERATOR}/tokens`, { at, body: { name: "late" } });
  const elsewhere = { origin: "https://evil.example" };
  await calls(403, "POST /api/v1/session", { as: null, body: { email, password }, headers: elsewhere });
  for (let turn = 0; turn < 10; turn += 1) {
    await calls(401, "POST /api/v1/session", { as: null, body: { email, password } });
  }
  await calls(429, "POST /api/v1/session", { as: null, body: { email, password } });
});

test("health, and the descriptions themselves", async () => {
  for (const path of ["health/live", "health/ready", "openapi.json", "docs"]) await calls(200, `GET /api/${path}`);
});

describe("when all of this has been called", () => {
  /** What only a fault of the store, of ours, or a flood brings about; tests/faults and the unit tests have those. */
  const isOutOfReach = ({ name, status }: { name: string; status: string }) =>
    Number(status) >= 500 || (name === "POST /api/v1/intents" && status === "429");

  test("every answer that the document promises has come up", () => {
    expect(api.unseen().filter((one) => !isOutOfReach(one))).toEqual([]);
  });

  test("the page for people tells of every problem that came up", async () => {
    const page = await (await fetch(`${product.url}/api/docs`)).text();
    expect(api.problemCodes.size).toBeGreaterThan(20);
    for (const code of api.problemCodes) expect(page).toContain(`id="${code}"`);
  });
});

async function onDatabase(sql: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
