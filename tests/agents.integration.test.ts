import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { People, REFUND } from "./support/people";

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

const NOBODY = "agt_00000000000000000000000000";

describe("a new agent", () => {
  test("gets what it did not ask for by default, and can submit with the key in the answer", async () => {
    const answer = await people.asAdmin("POST", "/agents", { name: "  first  " });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/agents/${answer.body["id"]}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const defaults = { name: "first", namespace: "default", labels: {}, tools: [], mayRepeat: true, disabledAt: null };
    expect(answer.body).toMatchObject({ ...defaults, key: expect.stringMatching(/^ilk_/) });
    expect(await people.submitWith(String(answer.body["key"]))).toBe(202);
  });

  test("keeps what it was made with", async () => {
    const wanted = { namespace: "team-a", labels: { tier: "trusted", "a/b": "" }, tools: ["t", "t"], mayRepeat: false };
    const { id } = await people.addAgent(wanted);
    expect((await people.asAdmin("GET", `/agents/${id}`)).body).toMatchObject({ ...wanted, tools: ["t"] });
  });

  test("shows its key once: afterwards only a hint is told, and only a hash is kept", async () => {
    const { id, key } = await people.addAgent();
    const rotated = String((await people.asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    const told = JSON.stringify([
      (await people.asAdmin("GET", `/agents/${id}`)).body,
      (await people.asAdmin("GET", "/agents")).body,
    ]);
    const kept = JSON.stringify([
      (await people.database.query("select * from agent_keys")).rows,
      (await people.database.query("select * from audit_events")).rows,
    ]);
    for (const secret of [key, rotated]) {
      expect(told).not.toContain(secret.slice(0, 12));
      expect(kept).not.toContain(secret.slice(0, 12));
      expect(kept).toContain(createHash("sha256").update(secret).digest("hex"));
    }
  });

  test("cannot have a name that another agent of its namespace has, also when both come at once", async () => {
    const ask = (namespace: string) => people.asAdmin("POST", "/agents", { name: "taken", namespace });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("here")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "name_taken", retriable: false });
    expect(refused?.body["correctiveAction"]).toMatch(/another name/);
    expect((await ask("elsewhere")).status).toBe(201);
  });

  test("sees nothing of another namespace's intents", async () => {
    const { body } = await people.product.submit({ ...REFUND, run: "secret" });
    const stranger = people.as((await people.addAgent({ namespace: "strangers" })).key);
    expect((await stranger("GET", `/intents/${body["id"]}`)).status).toBe(404);
    expect((await stranger("GET", "/intents")).body).toMatchObject({ items: [] });
    const neighbour = people.as((await people.addAgent()).key);
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
    const { body } = await people.asAdmin("POST", "/operators", { email: `${role}@a.test`, name: role, role });
    const token = await people.asAdmin("POST", `/operators/${body["id"]}/tokens`, { name: "t" });
    const call = people.as(String(token.body["token"]));
    for (const [method, path, sent] of CALLS) {
      expect(await call(method, path, sent)).toMatchObject({ status: 403, body: { code: "role_required" } });
    }
  });

  test("not an agent", async () => {
    const call = people.as(people.product.agentKey);
    for (const [method, path, sent] of CALLS) {
      expect(await call(method, path, sent)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  });

  test("not nobody", async () => {
    const call = people.as(null);
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
    const answer = await people.asAdmin("POST", "/agents", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });

  test("a change of what cannot be changed", async () => {
    const { id } = await people.addAgent();
    expect((await people.asAdmin("PATCH", `/agents/${id}`, { namespace: "other" })).status).toBe(400);
  });

  test.each(["?namespace=A", "?limit=0", "?limit=201", "?cursor=x", "?cursor=int_00000000000000000000000000"])(
    "a list with %s",
    async (query) => expect((await people.asAdmin("GET", `/agents${query}`)).status).toBe(400),
  );
});

test.each(["%00", "agt_%00", "agt_0", "int_00000000000000000000000000", NOBODY])("there is no agent %s", async (id) => {
  const none = { status: 404, body: { code: "not_found" } };
  expect(await people.asAdmin("GET", `/agents/${id}`)).toMatchObject(none);
  expect(await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: true })).toMatchObject(none);
  expect(await people.asAdmin("DELETE", `/agents/${id}`)).toMatchObject(none);
  expect(await people.asAdmin("POST", `/agents/${id}/keys`, {})).toMatchObject(none);
  expect(await people.asAdmin("DELETE", `/agents/${id}/keys/key_00000000000000000000000000`)).toMatchObject(none);
});

test("a list of one namespace comes in pages, newest first, without keys", async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) ids.unshift((await people.addAgent({ namespace: "paged" })).id);
  const found: string[] = [];
  let query = "?namespace=paged&limit=2";
  for (let page = 0; page < 5 && query !== ""; page += 1) {
    const { body } = await people.asAdmin("GET", `/agents${query}`);
    const items = body["items"] as { id: string; keys?: unknown }[];
    expect(items.length).toBeLessThanOrEqual(2);
    expect(items.every((item) => item.keys === undefined)).toBe(true);
    found.push(...items.map(({ id }) => id));
    query = body["nextCursor"] === null ? "" : `?namespace=paged&limit=2&cursor=${body["nextCursor"]}`;
  }
  expect(found).toEqual(ids);
});

describe("the list and the agent itself tell", () => {
  const told = async (id: string, namespace: string) => {
    const { body } = await people.asAdmin("GET", `/agents?namespace=${namespace}`);
    const listed = (body["items"] as { id: string }[]).find((agent) => agent.id === id);
    const { keys: _keys, ...one } = (await people.asAdmin("GET", `/agents/${id}`)).body;
    expect(one).toEqual(listed);
    return one;
  };

  test("how many of its keys work now", async () => {
    const { id, keys } = await people.addAgent({ namespace: "counted" });
    expect(await told(id, "counted")).toMatchObject({ liveKeyCount: 1, lastUsedAt: null, paused: false });
    await people.asAdmin("POST", `/agents/${id}/keys`);
    expect(await told(id, "counted")).toMatchObject({ liveKeyCount: 2 });
    await people.database.query("update agent_keys set expires_at = now() - interval '1 ms' where id = $1", [
      keys[0]?.id,
    ]);
    expect(await told(id, "counted")).toMatchObject({ liveKeyCount: 1 });
    await people.asAdmin("DELETE", `/agents/${id}`);
    expect(await told(id, "counted")).toMatchObject({ liveKeyCount: 0 });
  });

  test("when any of its keys was last used, a revoked one too", async () => {
    const { id, keys } = await people.addAgent({ namespace: "seen" });
    const at = "2026-01-02T03:04:05.000Z";
    await people.database.query("update agent_keys set last_used_at = $2 where id = $1", [keys[0]?.id, at]);
    await people.asAdmin("POST", `/agents/${id}/keys`);
    await people.asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`);
    expect(await told(id, "seen")).toMatchObject({ lastUsedAt: at });
  });

  test("whether it is paused, and not whether another one is", async () => {
    const [mine, other] = [await people.addAgent({ namespace: "p" }), await people.addAgent({ namespace: "p" })];
    await people.asAdmin("POST", `/agents/${mine.id}/pause`, { reason: "It loops." });
    expect([await told(mine.id, "p"), await told(other.id, "p")]).toMatchObject([{ paused: true }, { paused: false }]);
    await people.asAdmin("POST", `/agents/${mine.id}/resume`);
    expect(await told(mine.id, "p")).toMatchObject({ paused: false });
  });
});

test("a change of tools counts for the next submission", async () => {
  const { id, key } = await people.addAgent();
  expect(await people.submitWith(key)).toBe(202);
  const answer = await people.asAdmin("PATCH", `/agents/${id}`, { tools: ["send_email"], labels: { tier: "trusted" } });
  expect(answer.body).toMatchObject({ tools: ["send_email"], labels: { tier: "trusted" }, mayRepeat: true });
  expect(await people.submitWith(key)).toBe(403);
  await people.asAdmin("PATCH", `/agents/${id}`, { tools: [] });
  expect(await people.submitWith(key)).toBe(202);
});

test("whether an agent may repeat on purpose counts for the next submission", async () => {
  const { id, key } = await people.addAgent();
  const again = (occurrence: number) => people.submitWith(key, { ...REFUND, run: "repeat", occurrence });
  expect(await again(2)).toBe(202);
  await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false });
  expect([await again(3), await again(1)]).toEqual([403, 202]);
  await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: true });
  expect(await again(3)).toBe(202);
});

describe("on record (L9)", () => {
  test("every change is one event of the admin who made it; what changes nothing is none", async () => {
    const { id, keys } = await people.addAgent();
    await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false });
    await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false, labels: {}, tools: [] });
    await people.asAdmin("POST", `/agents/${id}/keys`);
    await people.asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`);
    await people.asAdmin("DELETE", `/agents/${id}`);
    const types = ["created", "key_created", "changed", "key_created", "key_revoked", "disabled"];
    expect(await people.eventsAbout(id)).toEqual(types.map((type) => `agent.${type} by operator`));
    const { rows } = await people.database.query(
      "select data from audit_events where subject = $1 and type = 'agent.changed'",
      [id],
    );
    expect(rows[0].data).toEqual({ from: { mayRepeat: true }, to: { mayRepeat: false } });
  });

  test("a change whose event cannot be recorded does not happen", async () => {
    const { id, keys } = await people.addAgent({ namespace: "unrecorded" });
    const read = async () => [
      (await people.asAdmin("GET", `/agents/${id}`)).body,
      (await people.asAdmin("GET", "/agents?namespace=unrecorded")).body,
    ];
    const before = await read();
    await people.withoutRecord("agent.", async () => {
      const answers = [
        await people.asAdmin("POST", "/agents", { name: "unrecorded", namespace: "unrecorded" }),
        await people.asAdmin("PATCH", `/agents/${id}`, { mayRepeat: false }),
        await people.asAdmin("POST", `/agents/${id}/keys`, {}),
        await people.asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`),
        await people.asAdmin("DELETE", `/agents/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
      expect(await read()).toEqual(before);
    });
  });
});
