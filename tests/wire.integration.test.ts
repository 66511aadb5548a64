import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newCredential } from "@/lib/application/credentials";
import { insertAgent, insertAgentKey } from "@/lib/store/agents";
import { openDatabase } from "@/lib/store/database";
import { type Product, startProduct } from "./support/in-process";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false });
});
afterAll(async () => product.close());

const good = { tool: "refund_payment", args: { paymentId: "p", amount: 5 }, run: "r", step: "s" };
const rest = JSON.stringify(good).slice(1);
const deep = (levels: number) => `{"tool":"refund_payment","args":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}`;
const withArgs = (args: string) => `{"tool":"refund_payment","run":"r","step":"s","args":${args}}`;

describe("bad input gets a clear error and records nothing", () => {
  test.each([
    ["bad JSON", "{", 400, "invalid_request"],
    ["no body", "", 400, "invalid_request"],
    ["a body that is not an object", "[]", 400, "invalid_request"],
    ["JSON nested deeper than 64", deep(70), 400, "invalid_request"],
    ["JSON nested a hundred thousand deep", deep(100_000).slice(0, 200_000), 400, "invalid_request"],
    ["an unknown member", JSON.stringify({ ...good, generation: 2 }), 400, "invalid_request"],
    ["a NUL in the run", JSON.stringify({ ...good, run: "a\u0000b" }), 400, "invalid_request"],
    [
      "a lone surrogate in the step",
      '{"tool":"refund_payment","args":{},"run":"r","step":"\\ud800"}',
      400,
      "invalid_request",
    ],
    ["a NUL deep in the metadata", JSON.stringify({ ...good, metadata: { a: ["\u0000"] } }), 400, "invalid_request"],
    ["a lone surrogate in the metadata", `{"metadata":{"a":"\\ud800"},${rest}`, 400, "invalid_request"],
    ["__proto__ in the metadata", `{"metadata":{"a":{"__proto__":1}},${rest}`, 400, "invalid_request"],
    [
      "a NUL in the callback",
      JSON.stringify({ ...good, callbackUrl: "https://a.example/\u0000" }),
      400,
      "invalid_request",
    ],
    ["an unknown tool", JSON.stringify({ ...good, tool: "launch_rocket" }), 404, "unknown_tool"],
    ["args that do not fit the schema", withArgs('{"paymentId":"p"}'), 422, "invalid_args"],
    ["args that cannot be normalised", withArgs('{"paymentId":"p","amount":"80.000"}'), 422, "invalid_args"],
    ["a number that a double cannot carry", withArgs('{"paymentId":9007199254740993,"amount":5}'), 422, "invalid_args"],
    ["a lone surrogate in the args", withArgs('{"paymentId":"\\ud800","amount":5}'), 422, "invalid_args"],
    [
      "nothing to build a key from",
      JSON.stringify({ tool: good.tool, args: good.args }),
      400,
      "idempotency_key_required",
    ],
    [
      "a contract version that is not active",
      JSON.stringify({ ...good, contractVersion: 99 }),
      409,
      "contract_version_mismatch",
    ],
  ])("%s", async (_name, body, status, code) => {
    const before = await product.asOperator("GET", "/api/v1/intents?limit=1");
    const answer = await product.submit(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({
      status,
      code,
      retriable: false,
      correctiveAction: expect.stringMatching(/\w.*\.$/),
    });
    expect((await product.asOperator("GET", "/api/v1/intents?limit=1")).body).toEqual(before.body);
  });

  test("an oversized body is turned away with 413, declared or not", async () => {
    const body = JSON.stringify({ ...good, reason: "x".repeat(300 * 1024) });
    expect(await product.submit(body)).toMatchObject({ status: 413, body: { code: "too_large" } });
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${product.agentKey}`, "content-type": "application/json" };
    const response = await fetch(`${product.url}/api/v1/intents`, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers,
    } as RequestInit);
    expect(response.status).toBe(413);
    await response.text();
  });

  test("errors of args name the field relative to the body", async () => {
    const answer = await product.submit(withArgs('{"paymentId":"p","amount":"80.000"}'));
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/args/amount" }]);
  });

  test("errors of the body itself name the member and say what was expected", async () => {
    const { body } = await product.submit(JSON.stringify({ ...good, run: {}, occurrence: 0, generation: 2 }));
    expect(body["errors"]).toEqual([
      { pointer: "/run", message: "Expected a string, or a number." },
      { pointer: "/occurrence", message: "Expected a whole number from 1 to 1000000." },
      { pointer: "", message: expect.stringMatching(/^There is no member generation\. There are: args, .*tool\.$/) },
    ]);
  });

  test("a __proto__ member is data like any other and pollutes nothing", async () => {
    const answer = await product.submit(withArgs('{"paymentId":"p","amount":5,"__proto__":{"polluted":true}}'));
    expect(answer.status).toBe(422);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("addresses and queries that no row can match", () => {
  test.each(["tool=%00", "run=a%00b", "agent=%00", "q=%00", "cursor=%00", "limit=%00", "state=%00", "from=%00"])(
    "?%s is 400",
    async (query) => {
      const answer = await product.asOperator("GET", `/api/v1/intents?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    },
  );

  test.each(["%00", "int_%00", "%ED%A0%80", "sub_00000000000000000000000000", "int_0"])(
    "an intent named %s does not exist",
    async (id) => {
      const none = { status: 404, body: { code: "not_found" } };
      for (const part of ["", "/submissions", "/attempts", "/events"]) {
        expect(await product.asOperator("GET", `/api/v1/intents/${id}${part}`)).toMatchObject(none);
      }
      const decision = { verdict: "deny" };
      expect(await product.asOperator("POST", `/api/v1/intents/${id}/decisions`, decision)).toMatchObject(none);
      expect(await product.asAgent("GET", `/api/v1/intents/${id}`)).toMatchObject(none);
    },
  );

  test.each(["%00", "a%00b", "a%20b", "%ED%A0%80", "1tool"])("a tool named %s does not exist", async (tool) => {
    for (const method of ["GET", "PUT"]) {
      const answer = await product.asOperator(method, `/api/v1/contracts/${tool}`, method === "PUT" ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { code: "unknown_tool" } });
    }
  });

  test("a sign-in with a NUL in the address is 400", async () => {
    const answer = await product.asOperator("POST", "/api/v1/session", { email: "a\u0000@b.example", password: "p" });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/email" }] } });
  });
});

describe("what belongs to one intent comes in pages", () => {
  test.each(["submissions", "events"])("%s", async (part) => {
    const again = { ...good, run: `pages-${part}` };
    const { body } = await product.submit(again);
    for (let turn = 0; turn < 2; turn += 1) await product.submit(again);
    const read = (query: string) => product.asOperator("GET", `/api/v1/intents/${body["id"]}/${part}${query}`);
    const all = (await read("")).body as { items: { id: string }[]; nextCursor: string | null };
    expect(all.nextCursor).toBeNull();
    expect(all.items.length).toBeGreaterThanOrEqual(3);
    const found: { id: string }[] = [];
    let query = "?limit=2";
    for (let page = 0; page < all.items.length && query !== ""; page += 1) {
      const { items, nextCursor } = (await read(query)).body as typeof all;
      expect(items.length).toBeLessThanOrEqual(2);
      found.push(...items);
      query = nextCursor === null ? "" : `?limit=2&cursor=${nextCursor}`;
    }
    expect(found).toEqual(all.items);
    for (const bad of ["?limit=0", "?limit=201", "?limit=x", "?cursor=x", `?cursor=${body["id"]}`]) {
      expect(await read(bad)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
  });
});

test("a hold says who may decide", async () => {
  const { body } = await product.submit({ ...good, args: { paymentId: "held", amount: 80 }, run: "held" });
  expect(body).toMatchObject({ state: "held", hold: { role: "approver" } });
});

async function addAgent(namespace: string): Promise<string> {
  const { secret, hash, hint } = newCredential("agent_key");
  const db = openDatabase({ url: product.databaseUrl, connectionsMax: 1, name: "test" });
  await db.transaction(async (tx) => {
    await insertAgent(tx, {
      id: `agt_${namespace}`,
      namespace,
      name: "stranger",
      labels: {},
      tools: [],
      mayRepeat: true,
    });
    await insertAgentKey(tx, { id: `key_${namespace}`, agentId: `agt_${namespace}`, hash, hint });
  });
  await db.close();
  return secret;
}

describe("credentials", () => {
  const call = (path: string, headers: Record<string, string>, method = "GET") =>
    fetch(`${product.url}${path}`, { method, headers, ...(method === "POST" ? { body: JSON.stringify(good) } : {}) });

  test.each([
    ["none", {}],
    ["an unknown key", { authorization: "Bearer ilk_nobody" }],
    ["a key of another shape", { authorization: "Basic abc" }],
  ])("%s is 401", async (_name, headers) => {
    const response = await call("/api/v1/intents", headers as Record<string, string>, "POST");
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated", retriable: false });
  });

  test("an operator's token does not submit, an agent's key does not operate", async () => {
    expect((await product.asOperator("POST", "/api/v1/intents", good)).status).toBe(403);
    expect((await product.asAgent("GET", "/api/v1/contracts")).status).toBe(403);
  });

  test("an agent sees nothing of another namespace: an intent there is like one that does not exist", async () => {
    const { body } = await product.submit(good);
    const stranger = await addAgent("elsewhere");
    const asStranger = (path: string) =>
      call(path, { authorization: `Bearer ${stranger}` }).then((response) => response.json());
    const there = await asStranger(`/api/v1/intents/${body["id"]}`);
    expect(there).toEqual(await asStranger("/api/v1/intents/int_00000000000000000000000000"));
    expect(there).toMatchObject({ status: 404, code: "not_found" });
    expect(await asStranger("/api/v1/intents")).toMatchObject({ items: [] });
    expect((await product.asAgent("GET", `/api/v1/intents/${body["id"]}`)).status).toBe(200);
  });

  test("the same submission in another namespace is another intent", async () => {
    const mine = await product.submit(good);
    const stranger = await addAgent("far-away");
    const theirs = await call("/api/v1/intents", { authorization: `Bearer ${stranger}` }, "POST");
    expect(((await theirs.json()) as { id: string }).id).not.toBe(mine.body["id"]);
  });

  test("a session cookie alone does not make a change from another origin", async () => {
    const signIn = await fetch(`${product.url}/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(product.operator),
    });
    const cookie = (signIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect(signIn.headers.get("set-cookie")).toMatch(/HttpOnly.*SameSite=Lax/i);
    expect((await call("/api/v1/session", { cookie })).status).toBe(200);
    const elsewhere = { cookie, origin: "https://evil.example", "content-type": "application/json" };
    const forged = await fetch(`${product.url}/api/v1/session`, { method: "DELETE", headers: elsewhere });
    expect(await forged.json()).toMatchObject({ status: 403, code: "cross_origin" });
    const signOut = await fetch(`${product.url}/api/v1/session`, {
      method: "DELETE",
      headers: { cookie, origin: product.url },
    });
    expect(signOut.status).toBe(204);
    expect((await call("/api/v1/session", { cookie })).status).toBe(401);
  });

  test("a wrong password and an unknown address get the same answer, and guessing is slowed", async () => {
    const attempt = (email: string) =>
      product
        .asOperator("POST", "/api/v1/session", { email, password: "wrong" })
        .then(({ status, body }) => [status, body["detail"]]);
    expect(await attempt(product.operator.email)).toEqual(await attempt("nobody@demo.test"));
    for (let turn = 0; turn < 9; turn += 1) await attempt("nobody@demo.test");
    expect((await attempt("nobody@demo.test"))[0]).toBe(429);
  });
});

test("guesses made at the same time do not pass the bound together", async () => {
  const guess = { email: "parallel@demo.test", password: "wrong" };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => product.asOperator("POST", "/api/v1/session", guess)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect({ wrong: count(401), slowed: count(429) }).toEqual({ wrong: 10, slowed: 30 });
});

test("OpenAPI describes every call, and every reference in it resolves", async () => {
  const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as Record<string, unknown>;
  expect(document["openapi"]).toBe("3.1.0");
  const schemas = (document["components"] as { schemas: Record<string, unknown> }).schemas;
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(references.length).toBeGreaterThan(10);
  for (const name of references) expect(Object.keys(schemas)).toContain(name);
});

test("an address where nothing is says so", async () => {
  const { body } = await product.asOperator("GET", "/api/v1/nothing");
  expect(body).toMatchObject({ status: 404, code: "not_found", title: "There is nothing at this address." });
});
