// Endpoints that fail, hang, redirect, or are not where they should be; and the secrets that sign.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callAs } from "../support/call-as";
import { type Asker, CallbackStage, PATIENT } from "./support/callback-stage";
import { isSignedWith } from "./support/receiver";

let stage: CallbackStage;
let agent: Asker;
beforeAll(async () => {
  stage = await CallbackStage.open();
  agent = await stage.agent();
});
afterEach(() => stage.stopDelivering());
afterAll(() => stage.close());

describe("an endpoint", () => {
  test("that fails is asked again, with the same id and the same words, until it takes it", async () => {
    const path = stage.path();
    stage.receiver.answers.set(path, { status: 500 });
    const id = await stage.succeeded(agent, path);
    stage.deliver();
    expect(await stage.tried(id, 1)).toMatchObject({ last_error: "HTTP 500", delivered_at: null });
    const { due_at: dueAt, created_at: createdAt } = await stage.only(id);
    expect((dueAt as Date).getTime()).toBeGreaterThan((createdAt as Date).getTime() + 2_000);
    stage.receiver.answers.delete(path);
    await stage.dueNow(id);
    await expect.poll(async () => (await stage.only(id))["delivered_at"], PATIENT).not.toBeNull();
    const [first, second] = stage.receiver.at(path);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.text).toBe(first?.text);
    expect(second !== undefined && isSignedWith(agent.secret, second)).toBe(true);
  });

  test("that hangs delays no other", async () => {
    const [stuck, fine] = [stage.path(), stage.path()];
    stage.other.answers.set(stuck, "hang");
    const ids = await Promise.all(Array.from({ length: 12 }, () => stage.succeeded(agent, stuck, stage.other)));
    stage.deliver();
    await expect.poll(() => stage.other.at(stuck).length, PATIENT).toBe(8);
    const id = await stage.succeeded(agent, fine);
    await expect.poll(() => stage.receiver.at(fine), PATIENT).toHaveLength(1);
    await expect.poll(async () => (await stage.only(id))["delivered_at"], PATIENT).not.toBeNull();
    // No more than its share is under way, and all of it is still due.
    expect(stage.other.at(stuck)).toHaveLength(8);
    stage.other.answers.delete(stuck);
    stage.other.hangUp();
    for (const one of ids) {
      await stage.dueNow(one);
      await expect.poll(async () => (await stage.only(one))["delivered_at"], PATIENT).not.toBeNull();
    }
  });

  test("that redirects is not followed", async () => {
    const [path, leak] = [stage.path(), stage.path()];
    stage.receiver.answers.set(path, { status: 302, location: `${stage.other.origin}${leak}` });
    const id = await stage.succeeded(agent, path);
    stage.deliver();
    expect(await stage.tried(id, 1)).toMatchObject({ last_error: "HTTP 302" });
    expect(stage.other.at(leak)).toEqual([]);
  });

  test("that is gone for good (410) is given up at once, on record", async () => {
    const path = stage.path();
    stage.receiver.answers.set(path, { status: 410 });
    const id = await stage.succeeded(agent, path);
    stage.deliver();
    await expect.poll(async () => (await stage.only(id))["given_up_at"], PATIENT).not.toBeNull();
    const events = await stage.stage.sql(
      "select data from audit_events where type = 'callback.given_up' and intent_id = $1",
      id,
    );
    expect(events).toMatchObject([{ data: { state: "succeeded", attempts: 1, error: "HTTP 410" } }]);
  });

  test("that is away for three days is given up, on record, and not asked again", async () => {
    const path = stage.path();
    stage.receiver.answers.set(path, { status: 503 });
    const id = await stage.succeeded(agent, path);
    await stage.stage.sql("update callbacks set created_at = now() - interval '3 days' where intent_id = $1", id);
    stage.deliver();
    await expect.poll(async () => (await stage.only(id))["given_up_at"], PATIENT).not.toBeNull();
    expect(await stage.only(id)).toMatchObject({ due_at: null, intent: null, last_error: "HTTP 503" });
    expect(await stage.stage.count("audit_events", "type = 'callback.given_up' and intent_id = $1", id)).toBe(1);
  });

  test("that is no longer listed hears nothing; it does when it is listed again", async () => {
    const path = stage.path();
    const id = await stage.succeeded(agent, path);
    stage.deliver([stage.other.origin]);
    expect(await stage.tried(id, 1)).toMatchObject({ last_error: "its origin is not in INTERLOCK_CALLBACKS" });
    expect(stage.receiver.at(path)).toEqual([]);
    await stage.stopDelivering();
    await stage.dueNow(id);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(1);
  });

  test("with user and password in its address, or not listed, is refused when it is asked for", async () => {
    const { port } = new URL(stage.receiver.origin);
    for (const callbackUrl of [
      `http://me:word@127.0.0.1:${port}/`,
      "http://127.0.0.1:1/",
      "https://elsewhere.example/",
    ]) {
      const answer = await agent.call("POST", "/intents", await stage.body({ callbackUrl }));
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: "/callbackUrl" }] } });
    }
  });
});

describe("the secret", () => {
  const rotate = (id: string, overlap: string) =>
    stage.stage.product.asOperator("POST", `/api/v1/agents/${id}/keys`, { overlap });

  test("of an earlier key signs beside the new one while both work, and no longer when it is revoked", async () => {
    const one = await stage.agent();
    const rotated = String((await rotate(one.id, "1h")).body["webhookSecret"]);
    const [both, alone] = [stage.path(), stage.path()];
    await stage.succeeded(one, both);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(both), PATIENT).toHaveLength(1);
    for (const heard of stage.receiver.at(both))
      for (const secret of [one.secret, rotated]) expect(isSignedWith(secret, heard)).toBe(true);
    const { key, webhookSecret: last } = (await rotate(one.id, "0s")).body;
    await stage.succeeded({ ...one, call: callAs(stage.stage.product.url, String(key)) }, alone);
    await expect.poll(() => stage.receiver.at(alone), PATIENT).toHaveLength(1);
    for (const heard of stage.receiver.at(alone)) {
      expect(isSignedWith(String(last), heard)).toBe(true);
      for (const secret of [one.secret, rotated]) expect(isSignedWith(secret, heard)).toBe(false);
    }
  });

  test("is shown once and nowhere else: not in lists, details, events, nor readable at rest", async () => {
    const one = await stage.agent();
    expect(one.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const bare = one.secret.slice("whsec_".length);
    const shown = [
      await stage.stage.product.asOperator("GET", `/api/v1/agents/${one.id}`),
      await stage.stage.product.asOperator("GET", "/api/v1/agents?limit=200"),
      { body: await stage.stage.sql("select * from agent_keys where agent_id = $1", one.id) },
      { body: await stage.stage.sql("select to_json(e) from audit_events e where subject = $1", one.id) },
    ];
    for (const { body } of shown) expect(JSON.stringify(body)).not.toContain(bare);
    expect(JSON.stringify(shown[0]?.body)).not.toContain("webhookSecret");
  });

  test("cannot be read under another INTERLOCK_KEY: nothing is sent, and it says why", async () => {
    const path = stage.path();
    const id = await stage.succeeded(agent, path);
    stage.deliver(undefined, "l".repeat(44));
    expect(String((await stage.tried(id, 1))["last_error"])).toContain("INTERLOCK_KEY");
    expect(stage.receiver.at(path)).toEqual([]);
  });

  test("of an agent that was disabled signs nothing", async () => {
    const [path, one] = [stage.path(), await stage.agent()];
    const id = await stage.succeeded(one, path);
    await stage.stage.product.asOperator("DELETE", `/api/v1/agents/${one.id}`);
    stage.deliver();
    expect(String((await stage.tried(id, 1))["last_error"])).toContain("no key that works");
    expect(stage.receiver.at(path)).toEqual([]);
  });
});
