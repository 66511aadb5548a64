import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Key, People } from "./support/people";

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

describe("rotation", () => {
  const HOUR_MS = 3_600_000;
  const endsInMs = (key: Key | undefined, from: Key | undefined) =>
    Date.parse(key?.expiresAt ?? "") - Date.parse((from as { createdAt?: string } | undefined)?.createdAt ?? "");

  test("the old key works on for a day and then not; the new one stays", async () => {
    const { id, key: old } = await people.addAgent();
    const answer = await people.asAdmin("POST", `/agents/${id}/keys`);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ expiresAt: null, revokedAt: null, key: expect.stringMatching(/^ilk_/) });
    const fresh = String(answer.body["key"]);
    expect([await people.submitWith(old), await people.submitWith(fresh)]).toEqual([202, 202]);
    const [newest, oldest] = await people.keysOf(id);
    expect(newest).toMatchObject({ id: answer.body["id"], expiresAt: null });
    expect(endsInMs(oldest, newest)).toBe(24 * HOUR_MS);
    // The day passes: what is stored moves, not the clock.
    await people.database.query("update agent_keys set expires_at = now() - interval '1 ms' where id = $1", [
      oldest?.id,
    ]);
    expect([await people.statusWith(old), await people.submitWith(old)]).toEqual([401, 401]);
    expect([await people.statusWith(fresh), await people.submitWith(fresh)]).toEqual([200, 202]);
  });

  test("overlap and lifetime are the caller's to choose, and an overlap never lengthens a life", async () => {
    const { id } = await people.addAgent();
    await people.asAdmin("POST", `/agents/${id}/keys`, { expiresIn: "2h" });
    await people.asAdmin("POST", `/agents/${id}/keys`, { expiresIn: "90d", overlap: "5h" });
    const [third, second, first] = await people.keysOf(id);
    expect(endsInMs(third, third)).toBe(90 * 24 * HOUR_MS);
    expect(endsInMs(second, second)).toBe(2 * HOUR_MS);
    expect(endsInMs(first, third)).toBe(5 * HOUR_MS);
  });

  test("without overlap the old key stops at once", async () => {
    const { id, key } = await people.addAgent();
    expect(await people.submitWith(key)).toBe(202);
    const { body } = await people.asAdmin("POST", `/agents/${id}/keys`, { overlap: "0s" });
    expect([await people.statusWith(key), await people.submitWith(key)]).toEqual([401, 401]);
    expect(await people.submitWith(String(body["key"]))).toBe(202);
  });

  test("keys that work do not pile up without end", async () => {
    const { id } = await people.addAgent();
    await people.database.query(
      `insert into agent_keys (id, agent_id, hash, hint, expires_at, revoked_at)
       select 'key_' || n, $1, 'hash ' || n, '', case when n = 1 then now() end, case when n = 2 then now() end
       from generate_series(1, 50) n`,
      [id],
    );
    expect((await people.asAdmin("POST", `/agents/${id}/keys`)).status).toBe(201);
    const refused = await people.asAdmin("POST", `/agents/${id}/keys`);
    expect(refused).toMatchObject({ status: 409, body: { code: "too_many_keys" } });
    const works = ({ expiresAt, revokedAt }: Key) => revokedAt === null && Date.parse(expiresAt ?? "9999") > Date.now();
    expect((await people.keysOf(id)).map(works)).toEqual([...Array(50).fill(true), false, false]);
    expect((await people.asAdmin("POST", `/agents/${id}/keys`, { overlap: "0s" })).status).toBe(201);
  });

  test.each([
    ["expiresIn", "soon"],
    ["expiresIn", "0s"],
    ["expiresIn", "9999d"],
    ["overlap", "-1h"],
    ["overlap", 5],
  ])("with %s %s is 400, names the field, and makes no key", async (name, value) => {
    const { id } = await people.addAgent();
    const answer = await people.asAdmin("POST", `/agents/${id}/keys`, { [name]: value });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: `/${name}` }] } });
    expect(await people.keysOf(id)).toHaveLength(1);
  });
});

describe("taking back", () => {
  test("a revoked key stops at once, the agent's other key does not; again changes nothing", async () => {
    const { id, key, keys } = await people.addAgent();
    const other = String((await people.asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    expect(await people.submitWith(key)).toBe(202);
    const revoke = () => people.asAdmin("DELETE", `/agents/${id}/keys/${keys[0]?.id}`);
    expect((await revoke()).status).toBe(204);
    expect([await people.statusWith(key), await people.submitWith(key), await people.submitWith(other)]).toEqual([
      401, 401, 202,
    ]);
    expect((await revoke()).status).toBe(204);
    expect((await people.eventsAbout(id)).filter((event) => event.startsWith("agent.key_revoked"))).toHaveLength(1);
  });

  test("a key is revoked through its own agent only", async () => {
    const [mine, theirs] = [await people.addAgent(), await people.addAgent()];
    const answer = await people.asAdmin("DELETE", `/agents/${mine.id}/keys/${theirs.keys[0]?.id}`);
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await people.statusWith(theirs.key)).toBe(200);
  });

  test("a disabled agent stops at once with all its keys; again changes nothing; nothing brings it back", async () => {
    const { id, key } = await people.addAgent();
    const other = String((await people.asAdmin("POST", `/agents/${id}/keys`)).body["key"]);
    expect(await people.submitWith(key)).toBe(202);
    for (let turn = 0; turn < 2; turn += 1) expect((await people.asAdmin("DELETE", `/agents/${id}`)).status).toBe(204);
    expect([await people.submitWith(key), await people.submitWith(other), await people.statusWith(key)]).toEqual([
      401, 401, 401,
    ]);
    const { body } = await people.asAdmin("GET", `/agents/${id}`);
    expect(body["disabledAt"]).not.toBeNull();
    expect((body["keys"] as Key[]).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect((await people.eventsAbout(id)).filter((event) => event.startsWith("agent.disabled"))).toHaveLength(1);
    const refused = { status: 409, body: { code: "agent_disabled" } };
    expect(await people.asAdmin("POST", `/agents/${id}/keys`, {})).toMatchObject(refused);
    expect(await people.asAdmin("PATCH", `/agents/${id}`, { labels: {} })).toMatchObject(refused);
  });
});

test("when a key was last used is told soon after, and an unused key stays unused", async () => {
  const [used, unused] = [await people.addAgent(), await people.addAgent()];
  await people.submitWith(used.key);
  await vi.waitFor(async () => expect((await people.keysOf(used.id))[0]?.lastUsedAt).not.toBeNull(), {
    timeout: 10_000,
  });
  expect((await people.keysOf(unused.id))[0]?.lastUsedAt).toBeNull();
});
