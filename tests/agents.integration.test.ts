import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type CallAs, callAs } from "./support/call-as";
import { type Product, startProduct } from "./support/in-process";

let product: Product;
let database: pg.Client;
let asAdmin: CallAs;
beforeAll(async () => {
  product = await startProduct({ worker: false });
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  asAdmin = callAs(product.url, product.operatorToken);
});
afterAll(async () => {
  await database.end();
  await product.close();
});

type Key = { id: string; hint: string; expiresAt: string | null; revokedAt: string | null; lastUsedAt: string | null };
type Made = { id: string; key: string; keys: Key[] };

const NOBODY = "agt_00000000000000000000000000";
const refund = { tool: "refund_payment", args: { paymentId: "p", amount: 5 }, run: "r", step: "s" };
let made = 0;

async function addAgent(more: Record<string, unknown> = {}): Promise<Made> {
  made += 1;
  const answer = await asAdmin("POST", "/agents", { name: `agent ${made}`, ...more });
  expect(answer.status).toBe(201);
  return answer.body as Made;
}
async function keysOf(id: string): Promise<Key[]> {
  return (await asAdmin("GET", `/agents/${id}`)).body["keys"] as Key[];
}
async function statusWith(key: string): Promise<number> {
  return (await callAs(product.url, key)("GET", "/intents")).status;
}
async function submitWith(key: string, body: unknown = refund): Promise<number> {
  return (await callAs(product.url, key)("POST", "/intents", body)).status;
}
async function eventsAbout(id: string): Promise<string[]> {
  const { rows } = await database.query("select type, actor_kind from audit_events where subject = $1 order by id", [
    id,
  ]);
  return rows.map((row) => `${row.type} by ${row.actor_kind}`);
}

describe("a new agent", () => {
  test("gets what it did not ask for by default, and can submit with the key in the answer", async () => {
    const answer = await asAdmin("POST", "/agents", { name: "  first  " });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/agents/${answer.body["id"]}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const defaults = { name: "first", namespace: "default", labels: {}, tools: [], mayRepeat: true, disabledAt: null };
    expect(answer.body).toMatchObject({ ...defaults, key: expect.stringMatching(/^ilk_/) });
    expect(await submitWith(String(answer.body["key"]))).toBe(202);
  });

  test("keeps what it was made with", async () => {
    const wanted = { namespace: "team-a", labels: { tier: "trusted", "a/b": "" }, tools: ["t", "t"], mayRepeat: false };
    const { id } = await addAgent(wanted);
    expect((await asAdmin("GET", `/agents/${id}`)).body).toMatchObject({ ...wanted, tools: ["t"] });
  });

  test("shows its key once: afterwards only a hint is told, and only a hash is kept", async () => {
    const { id, key } = await addAgent();
    const rotated = String((await asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    const told = JSON.stringify([(await asAdmin("GET", `/agents/${id}`)).body, (await asAdmin("GET", "/agents")).body]);
    const kept = JSON.stringify([
      (await database.query("select * from agent_keys")).rows,
      (await database.query("select * from audit_events")).rows,
    ]);
    for (const secret of [key, rotated]) {
      expect(told).not.toContain(secret.slice(0, 12));
      expect(kept).not.toContain(secret.slice(0, 12));
      expect(kept).toContain(createHash("sha256").update(secret).digest("hex"));
    }
  });

  test("cannot have a name that another agent of its namespace has, also when both come at once", async () => {
    const ask = (namespace: string) => asAdmin("POST", "/agents", { name: "taken", namespace });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("here")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "name_taken", retriable: false });
    expect(refused?.body["correctiveAction"]).toMatch(/another name/);
    expect((await ask("elsewhere")).status).toBe(201);
  });

  test("sees nothing of another namespace's intents", async () => {
    const { body } = await product.submit({ ...refund, run: "secret" });
    const stranger = callAs(product.url, (await addAgent({ namespace: "strangers" })).key);
    expect((await stranger("GET", `/intents/${body["id"]}`)).status).toBe(404);
    expect((await stranger("GET", "/intents")).body).toMatchObject({ items: [] });
    const neighbour = callAs(product.url, (await addAgent()).key);
    expect((await neighbour("GET", `/intents/${body["id"]}`)).status).toBe(200);
  });
});

describe("who may manage agents", () => {
  const CALLS = [
    ["POST", "/agents", { name: "x" }],
    ["GET", "/agents"],
    ["GET", `/agents/${NOBODY}`],
    ["PATCH", `/agents/${NOBODY}`, {}],
    ["DELETE", `/agents/${NOBODY}`],
    ["POST", `/agents/${NOBODY}/keys`, {}],
    ["DELETE", `/agents/${NOBODY}/keys/key_00000000000000000000000000`],
  ] as const;

  test.each(["viewer", "approver"])("not a %s", async (role) => {
    const { body } = await asAdmin("POST", "/operators", { email: `${role}@a.test`, name: role, role });
    const token = await asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "t" });
    const call = callAs(product.url, String(token.body["token"]));
    for (const [method, path, sent] of CALLS) {
      expect(await call(method, path, sent)).toMatchObject({ status: 403, body: { code: "role_required" } });
    }
  });

  test("not an agent", async () => {
    const call = callAs(product.url, product.agentKey);
    for (const [method, path, sent] of CALLS) {
      expect(await call(method, path, sent)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  });

  test("not nobody", async () => {
    const call = callAs(product.url, null);
    for (const [method, path, sent] of CALLS) {
      expect(await call(method, path, sent)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    }
  });
});

describe("bad bodies are 400 and name the field", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, "v"]));
  test.each([
    ["no name", {}, "/name"],
    ["an empty name", { name: "  " }, "/name"],
    ["a name of 121 characters", { name: "n".repeat(121) }, "/name"],
    ["a NUL in the name", { name: "a\u0000" }, "/name"],
    ["a namespace in upper case", { name: "n", namespace: "Team" }, "/namespace"],
    ["a namespace of 65 characters", { name: "n", namespace: "n".repeat(65) }, "/namespace"],
    ["33 labels", { name: "n", labels: many(33) }, "/labels"],
    ["a label that is a number", { name: "n", labels: { "a/b": 1 } }, "/labels/a~1b"],
    ["a label with a long name", { name: "n", labels: { ["l".repeat(65)]: "v" } }, `/labels/${"l".repeat(65)}`],
    ["a label with a long value", { name: "n", labels: { l: "v".repeat(257) } }, "/labels/l"],
    ["a label named __proto__", '{"name":"n","labels":{"__proto__":"v"}}', "/labels/__proto__"],
    ["labels in a list", { name: "n", labels: [] }, "/labels"],
    ["501 tools", { name: "n", tools: Array.from({ length: 501 }, () => "t") }, "/tools"],
    ["what is no tool's name", { name: "n", tools: ["a", "b c"] }, "/tools/1"],
    ["mayRepeat in words", { name: "n", mayRepeat: "yes" }, "/mayRepeat"],
    ["an unknown member", { name: "n", key: "ilk_mine" }, ""],
  ])("%s", async (_name, body, pointer) => {
    const answer = await asAdmin("POST", "/agents", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });

  test.each([
    ["expiresIn", "soon"],
    ["expiresIn", "0s"],
    ["expiresIn", "9999d"],
    ["overlap", "-1h"],
    ["overlap", 5],
  ])("rotation with %s %s", async (name, value) => {
    const { id } = await addAgent();
    const answer = await asAdmin("POST", `/agents/${id}/keys`, { [name]: value });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: `/${name}` }] } });
    expect(await keysOf(id)).toHaveLength(1);
  });

  test("a change of what cannot be changed", async () => {
    const { id } = await addAgent();
    expect((await asAdmin("PATCH", `/agents/${id}`, { namespace: "other" })).status).toBe(400);
  });

  test.each(["?namespace=A", "?limit=0", "?limit=201", "?cursor=x", "?cursor=int_00000000000000000000000000"])(
    "a list with %s",
    async (query) => expect((await asAdmin("GET", `/agents${query}`)).status).toBe(400),
  );
});

test.each(["%00", "agt_%00", "agt_0", "int_00000000000000000000000000", NOBODY])("there is no agent %s", async (id) => {
  const none = { status: 404, body: { code: "not_found" } };
  expect(await asAdmin("GET", `/agents/${id}`)).toMatchObject(none);
  expect(await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: true })).toMatchObject(none);
  expect(await asAdmin("DELETE", `/agents/${id}`)).toMatchObject(none);
  expect(await asAdmin("POST", `/agents/${id}/keys`, {})).toMatchObject(none);
  expect(await asAdmin("DELETE", `/agents/${id}/keys/key_00000000000000000000000000`)).toMatchObject(none);
});

test("a list of one namespace comes in pages, newest first, without keys", async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) ids.unshift((await addAgent({ namespace: "paged" })).id);
  const found: string[] = [];
  let query = "?namespace=paged&limit=2";
  for (let page = 0; page < 5 && query !== ""; page += 1) {
    const { body } = await asAdmin("GET", `/agents${query}`);
    const items = body["items"] as { id: string; keys?: unknown }[];
    expect(items.length).toBeLessThanOrEqual(2);
    expect(items.every((item) => item.keys === undefined)).toBe(true);
    found.push(...items.map(({ id }) => id));
    query = body["nextCursor"] === null ? "" : `?namespace=paged&limit=2&cursor=${body["nextCursor"]}`;
  }
  expect(found).toEqual(ids);
});

describe("rotation", () => {
  const HOUR_MS = 3_600_000;
  const endsInMs = (key: Key | undefined, from: Key | undefined) =>
    Date.parse(key?.expiresAt ?? "") - Date.parse((from as { createdAt?: string } | undefined)?.createdAt ?? "");

  test("the old key works on for a day and then not; the new one stays", async () => {
    const { id, key: old } = await addAgent();
    const answer = await asAdmin("POST", `/agents/${id}/keys`);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ expiresAt: null, revokedAt: null, key: expect.stringMatching(/^ilk_/) });
    const fresh = String(answer.body["key"]);
    expect([await submitWith(old), await submitWith(fresh)]).toEqual([202, 202]);
    const [newest, oldest] = await keysOf(id);
    expect(newest).toMatchObject({ id: answer.body["id"], expiresAt: null });
    expect(endsInMs(oldest, newest)).toBe(24 * HOUR_MS);
    // The day passes: what is stored moves, not the clock.
    await database.query("update agent_keys set expires_at = now() where id = $1", [oldest?.id]);
    expect([await statusWith(old), await submitWith(old)]).toEqual([401, 401]);
    expect([await statusWith(fresh), await submitWith(fresh)]).toEqual([200, 202]);
  });

  test("overlap and lifetime are the caller's to choose, and an overlap never lengthens a life", async () => {
    const { id } = await addAgent();
    await asAdmin("POST", `/agents/${id}/keys`, { expiresIn: "2h" });
    await asAdmin("POST", `/agents/${id}/keys`, { expiresIn: "90d", overlap: "5h" });
    const [third, second, first] = await keysOf(id);
    expect(endsInMs(third, third)).toBe(90 * 24 * HOUR_MS);
    expect(endsInMs(second, second)).toBe(2 * HOUR_MS);
    expect(endsInMs(first, third)).toBe(5 * HOUR_MS);
  });

  test("without overlap the old key stops at once", async () => {
    const { id, key } = await addAgent();
    expect(await submitWith(key)).toBe(202);
    const { body } = await asAdmin("POST", `/agents/${id}/keys`, { overlap: "0s" });
    expect([await statusWith(key), await submitWith(key)]).toEqual([401, 401]);
    expect(await submitWith(String(body["key"]))).toBe(202);
  });

  test("keys that work do not pile up without end", async () => {
    const { id } = await addAgent();
    await database.query(
      `insert into agent_keys (id, agent_id, hash, hint, expires_at, revoked_at)
       select 'key_' || n, $1, 'hash ' || n, '', case when n = 1 then now() end, case when n = 2 then now() end
       from generate_series(1, 50) n`,
      [id],
    );
    expect((await asAdmin("POST", `/agents/${id}/keys`)).status).toBe(201);
    const refused = await asAdmin("POST", `/agents/${id}/keys`);
    expect(refused).toMatchObject({ status: 409, body: { code: "too_many_keys" } });
    const works = ({ expiresAt, revokedAt }: Key) => revokedAt === null && Date.parse(expiresAt ?? "9999") > Date.now();
    expect((await keysOf(id)).map(works)).toEqual([...Array(50).fill(true), false, false]);
    expect((await asAdmin("POST", `/agents/${id}/keys`, { overlap: "0s" })).status).toBe(201);
  });
});

describe("taking back", () => {
  test("a revoked key stops at once, the agent's other key does not; again changes nothing", async () => {
    const { id, key, keys } = await addAgent();
    const other = String((await asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    expect(await submitWith(key)).toBe(202);
    const revoke = () => asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`);
    expect((await revoke()).status).toBe(204);
    expect([await statusWith(key), await submitWith(key), await submitWith(other)]).toEqual([401, 401, 202]);
    expect((await revoke()).status).toBe(204);
    expect((await eventsAbout(id)).filter((event) => event.startsWith("agent.key_revoked"))).toHaveLength(1);
  });

  test("a key is revoked through its own agent only", async () => {
    const [mine, theirs] = [await addAgent(), await addAgent()];
    const answer = await asAdmin("DELETE", `/agents/${mine.id}/keys/${theirs.keys[0]?.id}`);
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await statusWith(theirs.key)).toBe(200);
  });

  test("a disabled agent stops at once with all its keys; again changes nothing; nothing brings it back", async () => {
    const { id, key } = await addAgent();
    const other = String((await asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    expect(await submitWith(key)).toBe(202);
    for (let turn = 0; turn < 2; turn += 1) expect((await asAdmin("DELETE", `/agents/${id}`)).status).toBe(204);
    expect([await submitWith(key), await submitWith(other), await statusWith(key)]).toEqual([401, 401, 401]);
    const { body } = await asAdmin("GET", `/agents/${id}`);
    expect(body["disabledAt"]).not.toBeNull();
    expect((body["keys"] as Key[]).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect((await eventsAbout(id)).filter((event) => event.startsWith("agent.disabled"))).toHaveLength(1);
    const refused = { status: 409, body: { code: "agent_disabled" } };
    expect(await asAdmin("POST", `/agents/${id}/keys`, {})).toMatchObject(refused);
    expect(await asAdmin("PATCH", `/agents/${id}`, { labels: {} })).toMatchObject(refused);
  });
});

test("a change of tools counts for the next submission", async () => {
  const { id, key } = await addAgent();
  expect(await submitWith(key)).toBe(202);
  const answer = await asAdmin("PATCH", `/agents/${id}`, { tools: ["send_email"], labels: { tier: "trusted" } });
  expect(answer.body).toMatchObject({ tools: ["send_email"], labels: { tier: "trusted" }, mayRepeat: true });
  expect(await submitWith(key)).toBe(403);
  await asAdmin("PATCH", `/agents/${id}`, { tools: [] });
  expect(await submitWith(key)).toBe(202);
});

test("whether an agent may repeat on purpose counts for the next submission", async () => {
  const { id, key } = await addAgent();
  const again = (occurrence: number) => submitWith(key, { ...refund, run: "repeat", occurrence });
  expect(await again(2)).toBe(202);
  await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false });
  expect([await again(3), await again(1)]).toEqual([403, 202]);
  await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: true });
  expect(await again(3)).toBe(202);
});

describe("on record (L9)", () => {
  test("every change is one event of the admin who made it; what changes nothing is none", async () => {
    const { id, keys } = await addAgent();
    await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false });
    await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false, labels: {}, tools: [] });
    await asAdmin("POST", `/agents/${id}/keys`);
    await asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`);
    await asAdmin("DELETE", `/agents/${id}`);
    const types = ["created", "key_created", "changed", "key_created", "key_revoked", "disabled"];
    expect(await eventsAbout(id)).toEqual(types.map((type) => `agent.${type} by operator`));
    const { rows } = await database.query(
      "select data from audit_events where subject = $1 and type = 'agent.changed'",
      [id],
    );
    expect(rows[0].data).toEqual({ from: { mayRepeat: true }, to: { mayRepeat: false } });
  });

  test("a change whose event cannot be recorded does not happen", async () => {
    const { id, keys } = await addAgent({ namespace: "unrecorded" });
    const read = async () => [(await asAdmin("GET", `/agents/${id}`)).body, (await asAdmin("GET", "/agents")).body];
    // Reading uses a token, and that it was used is no change of what is compared here.
    const before = await read();
    await database.query(`create function no_record() returns trigger language plpgsql as
      $$ begin if new.type like 'agent.%' then raise exception 'no record'; end if; return new; end $$`);
    await database.query(
      "create trigger no_record before insert on audit_events for each row execute function no_record()",
    );
    try {
      const answers = [
        await asAdmin("POST", "/agents", { name: "unrecorded" }),
        await asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false }),
        await asAdmin("POST", `/agents/${id}/keys`, {}),
        await asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`),
        await asAdmin("DELETE", `/agents/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
      expect(await read()).toEqual(before);
    } finally {
      await database.query("drop trigger no_record on audit_events");
      await database.query("drop function no_record");
    }
  });
});

test("when a key was last used is told soon after, and an unused key stays unused", async () => {
  const [used, unused] = [await addAgent(), await addAgent()];
  await submitWith(used.key);
  await vi.waitFor(async () => expect((await keysOf(used.id))[0]?.lastUsedAt).not.toBeNull(), { timeout: 10_000 });
  expect((await keysOf(unused.id))[0]?.lastUsedAt).toBeNull();
});
