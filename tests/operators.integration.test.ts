import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallAs } from "./support/call-as";
import { People } from "./support/people";

let people: People;
beforeAll(async () => {
  people = await People.open();
});
afterAll(() => people.close());

const NOBODY = "opr_00000000000000000000000000";
const PASSWORD = "twelve chars";

describe("a new operator", () => {
  test("with a password signs in with it, in whatever case the address is written", async () => {
    const body = { email: " New.Person@A.test ", name: "New", role: "viewer", password: PASSWORD };
    const answer = await people.asAdmin("POST", "/operators", body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/v1/operators/${answer.body["id"]}`);
    const { password: _never, ...told } = body;
    expect(answer.body).toMatchObject({ ...told, email: "new.person@a.test", hasPassword: true, disabledAt: null });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|twelve/);
    expect((await people.signIn("NEW.person@a.test", PASSWORD)).status).toBe(200);
  });

  test("without a password has tokens only", async () => {
    const { email, call, id } = await people.addOperator("viewer");
    expect((await people.signIn(email, "")).status).toBe(400);
    expect((await people.signIn(email, PASSWORD)).status).toBe(401);
    expect((await call("GET", "/session")).body).toMatchObject({ operator: { id, role: "viewer" }, expiresAt: null });
  });

  test("cannot have an address that somebody has, also when both come at once", async () => {
    const ask = (email: string) => people.asAdmin("POST", "/operators", { email, name: "N", role: "viewer" });
    const answers = await Promise.all(["same@a.test", "SAME@a.test", "Same@A.test"].map(ask));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "email_taken", retriable: false });
  });
});

describe("who may manage operators", () => {
  const CALLS = [
    ["POST", "/operators", { email: "x@a.test", name: "x", role: "admin" }],
    ["GET", "/operators"],
    ["GET", `/operators/${NOBODY}`],
    ["PATCH", `/operators/${NOBODY}`, { role: "admin" }],
    ["DELETE", `/operators/${NOBODY}`],
    ["POST", `/operators/${NOBODY}/tokens`, { name: "t" }],
    ["GET", `/operators/${NOBODY}/tokens`],
    ["DELETE", `/operators/${NOBODY}/tokens/tok_00000000000000000000000000`],
  ] as const;

  test.each(["viewer", "approver"])("not a %s, not even about themself", async (role) => {
    const { call, id } = await people.addOperator(role);
    for (const [method, path, sent] of CALLS) {
      const answer = await call(method, path.replace(NOBODY, id), sent);
      expect(answer).toMatchObject({ status: 403, body: { code: "role_required" } });
    }
  });

  test("not an agent", async () => {
    const call = people.as(people.product.agentKey);
    for (const [method, path, sent] of CALLS) expect((await call(method, path, sent)).status).toBe(403);
  });

  test("not nobody", async () => {
    const call = people.as(null);
    for (const [method, path, sent] of CALLS) expect((await call(method, path, sent)).status).toBe(401);
  });

  test("not a page of another origin with an admin's cookie", async () => {
    const { cookie } = await people.signIn(people.product.operator.email, people.product.operator.password);
    const headers = { cookie, origin: "https://evil.example" };
    const body = { email: "evil@a.test", name: "E", role: "admin" };
    const forged = await people.as(null)("POST", "/operators", body, headers);
    expect(forged).toMatchObject({ status: 403, body: { code: "cross_origin" } });
  });
});

describe("bad bodies are 400 and name the field", () => {
  const good = { email: "good@a.test", name: "Good", role: "viewer" };
  test.each([
    ["no address", { name: "n", role: "viewer" }, "/email"],
    ["what is no address", { ...good, email: "good" }, "/email"],
    ["an address with a NUL", { ...good, email: "a\u0000@b.test" }, "/email"],
    ["an address of 255 characters", { ...good, email: `${"a".repeat(64)}@${"b".repeat(185)}.test` }, "/email"],
    ["no name", { ...good, name: " " }, "/name"],
    ["a role that does not exist", { ...good, role: "owner" }, "/role"],
    ["a password of 11 characters", { ...good, password: "eleven char" }, "/password"],
    ["a password of 11 characters that are two units each", { ...good, password: "😀".repeat(11) }, "/password"],
    ["an endless password", { ...good, password: "p".repeat(1_025) }, "/password"],
    ["an unknown member", { ...good, id: NOBODY }, ""],
  ])("%s", async (_name, body, pointer) => {
    const answer = await people.asAdmin("POST", "/operators", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ pointer }] } });
  });

  test.each([
    ["a change of the address", "PATCH", "", { email: "other@a.test" }, ""],
    ["a short new password", "PATCH", "", { password: "short" }, "/password"],
    ["a token without a name", "POST", "/tokens", {}, "/name"],
    ["a token for no time", "POST", "/tokens", { name: "t", expiresIn: "0d" }, "/expiresIn"],
    ["a token for a century", "POST", "/tokens", { name: "t", expiresIn: "36500d" }, "/expiresIn"],
  ])("%s", async (_name, method, path, body, pointer) => {
    const { id } = await people.addOperator("viewer");
    const answer = await people.asAdmin(method, `/operators/${id}${path}`, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });
});

test.each(["%00", "opr_%00", "opr_0", "agt_00000000000000000000000000", NOBODY])(
  "there is no operator %s",
  async (id) => {
    const none = { status: 404, body: { code: "not_found" } };
    expect(await people.asAdmin("GET", `/operators/${id}`)).toMatchObject(none);
    expect(await people.asAdmin("PATCH", `/operators/${id}`, { name: "N" })).toMatchObject(none);
    expect(await people.asAdmin("DELETE", `/operators/${id}`)).toMatchObject(none);
    expect(await people.asAdmin("GET", `/operators/${id}/tokens`)).toMatchObject(none);
    expect(await people.asAdmin("POST", `/operators/${id}/tokens`, { name: "t" })).toMatchObject(none);
  },
);

test("operators come in pages, newest first", async () => {
  const all = ((await people.asAdmin("GET", "/operators?limit=200")).body["items"] as { id: string }[]).map(
    ({ id }) => id,
  );
  expect(all).toEqual([...all].sort().reverse());
  const found: string[] = [];
  let query = "?limit=3";
  for (let page = 0; page < all.length && query !== ""; page += 1) {
    const { body } = await people.asAdmin("GET", `/operators${query}`);
    found.push(...(body["items"] as { id: string }[]).map(({ id }) => id));
    query = body["nextCursor"] === null ? "" : `?limit=3&cursor=${body["nextCursor"]}`;
  }
  expect(found).toEqual(all);
});

describe("changes count at once", () => {
  test("a role", async () => {
    const { id, call } = await people.addOperator("viewer");
    const status = async () => (await call("GET", "/operators")).status;
    expect(await status()).toBe(403);
    expect((await people.asAdmin("PATCH", `/operators/${id}`, { role: "admin", name: "Boss" })).body).toMatchObject({
      role: "admin",
      name: "Boss",
    });
    expect(await status()).toBe(200);
    await people.asAdmin("PATCH", `/operators/${id}`, { role: "approver" });
    expect(await status()).toBe(403);
  });

  test("a password: the old one and the sessions it opened are over, but not the session that asked", async () => {
    const { id, email } = await people.addOperator("admin", { password: PASSWORD });
    const [here, there] = [await people.signIn(email, PASSWORD), await people.signIn(email, PASSWORD)];
    const headers = { cookie: here.cookie, origin: people.product.url };
    const change = { password: "another twelve" };
    const answer = await people.as(null)("PATCH", `/operators/${id}`, change, headers);
    expect(answer).toMatchObject({ status: 200, body: { hasPassword: true } });
    expect([await people.sessionStatus(here.cookie), await people.sessionStatus(there.cookie)]).toEqual([200, 401]);
    expect((await people.signIn(email, PASSWORD)).status).toBe(401);
    expect((await people.signIn(email, "another twelve")).status).toBe(200);
  });

  test("a disabled operator's session and token die at once; again changes nothing; nothing brings them back", async () => {
    const { id, email, call } = await people.addOperator("approver", { password: PASSWORD });
    const { cookie } = await people.signIn(email, PASSWORD);
    expect([await people.sessionStatus(cookie), (await call("GET", "/session")).status]).toEqual([200, 200]);
    for (let turn = 0; turn < 2; turn += 1)
      expect((await people.asAdmin("DELETE", `/operators/${id}`)).status).toBe(204);
    expect([await people.sessionStatus(cookie), (await call("GET", "/session")).status]).toEqual([401, 401]);
    expect((await people.signIn(email, PASSWORD)).status).toBe(401);
    expect((await people.asAdmin("GET", `/operators/${id}`)).body["disabledAt"]).not.toBeNull();
    expect((await people.eventsAbout(id)).filter((event) => event.startsWith("operator.disabled"))).toHaveLength(1);
    const refused = { status: 409, body: { code: "operator_disabled" } };
    expect(await people.asAdmin("PATCH", `/operators/${id}`, { role: "admin" })).toMatchObject(refused);
    expect(await people.asAdmin("POST", `/operators/${id}/tokens`, { name: "t" })).toMatchObject(refused);
  });
});

describe("on record (L9)", () => {
  test("every change is one event of the admin who made it, without address, password or secret", async () => {
    const { id, email, tokenId } = await people.addOperator("viewer");
    await people.asAdmin("PATCH", `/operators/${id}`, { role: "approver", password: PASSWORD });
    await people.asAdmin("PATCH", `/operators/${id}`, { role: "approver" });
    await people.asAdmin("DELETE", `/operators/${id}/tokens/${tokenId}`);
    await people.asAdmin("DELETE", `/operators/${id}`);
    const types = ["created", "token_created", "changed", "token_revoked", "disabled"];
    expect(await people.eventsAbout(id)).toEqual(types.map((type) => `operator.${type} by operator`));
    const { rows } = await people.database.query("select type, data from audit_events where subject = $1 order by id", [
      id,
    ]);
    expect(rows[2].data).toMatchObject({ from: { role: "viewer" }, to: { role: "approver" }, password: "changed" });
    for (const secret of [PASSWORD, "argon2", email]) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("a change whose event cannot be recorded does not happen", async () => {
    const { id, tokenId } = await people.addOperator("viewer");
    const read = async () => {
      const { rows } = await people.database.query(
        "select o.*, t.revoked_at from operators o join operator_tokens t on t.operator_id = o.id where t.id = $1",
        [tokenId],
      );
      return { rows, count: (await people.database.query("select count(*) from operators")).rows };
    };
    const before = await read();
    await people.withoutRecord("operator.", async () => {
      const answers = [
        await people.asAdmin("POST", "/operators", { email: "unrecorded@a.test", name: "U", role: "viewer" }),
        await people.asAdmin("PATCH", `/operators/${id}`, { role: "admin", password: PASSWORD }),
        await people.asAdmin("POST", `/operators/${id}/tokens`, { name: "t" }),
        await people.asAdmin("DELETE", `/operators/${id}/tokens/${tokenId}`),
        await people.asAdmin("DELETE", `/operators/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
      expect(await read()).toEqual(before);
    });
  });
});

describe("one admin always remains", () => {
  const enabledAdmins = async () =>
    (
      await people.database.query<{ id: string }>(
        "select id from operators where role = 'admin' and disabled_at is null",
      )
    ).rows;

  /** Only the demo's admin is left. */
  async function leaveOneAdmin(): Promise<string> {
    const { body } = await people.asAdmin("GET", "/session");
    const { id } = body["operator"] as { id: string };
    for (const admin of await enabledAdmins()) {
      if (admin.id !== id) await people.asAdmin("DELETE", `/operators/${admin.id}`);
    }
    return id;
  }

  test("the last one can be neither disabled nor demoted, by themself or a token of theirs", async () => {
    const id = await leaveOneAdmin();
    const refused = {
      status: 409,
      body: { code: "last_admin", correctiveAction: expect.stringMatching(/admin first/) },
    };
    expect(await people.asAdmin("DELETE", `/operators/${id}`)).toMatchObject(refused);
    for (const role of ["viewer", "approver"]) {
      expect(await people.asAdmin("PATCH", `/operators/${id}`, { role })).toMatchObject(refused);
    }
    expect((await people.asAdmin("PATCH", `/operators/${id}`, { role: "admin", name: "Still here" })).status).toBe(200);
  });

  test("two admins who remove each other at the same moment do not both succeed", async () => {
    await leaveOneAdmin();
    let survivor: { id: string; call: CallAs } = { id: (await enabledAdmins())[0]?.id ?? "", call: people.asAdmin };
    for (let round = 0; round < 10; round += 1) {
      const body = { email: `rival${round}@a.test`, name: "Rival", role: "admin" };
      const { id } = (await survivor.call("POST", "/operators", body)).body as { id: string };
      const { token } = (await survivor.call("POST", `/operators/${id}/tokens`, { name: "t" })).body as {
        token: string;
      };
      const rival = { id, call: people.as(token) };
      const removal = (by: CallAs, whom: string) =>
        round % 2 === 0 ? by("DELETE", `/operators/${whom}`) : by("PATCH", `/operators/${whom}`, { role: "viewer" });
      await Promise.all([removal(survivor.call, rival.id), removal(rival.call, survivor.id)]);
      const left = await enabledAdmins();
      expect(left).toHaveLength(1);
      survivor = left[0]?.id === rival.id ? rival : survivor;
    }
  });
});
