import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "@/lib/domain/event";
import type { Body } from "../gate/support/stage";
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

const failure = { code: "broken", message: "it broke" };
const UNKNOWN: Outcome = { class: "unknown", failure };

describe("whoever gave a callbackUrl", () => {
  test("is told of the end, signed, with the intent as the agent reads it and nothing more", async () => {
    const path = stage.path();
    const id = await stage.succeeded(agent, path);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(1);
    const [heard] = stage.receiver.at(path);
    if (heard === undefined) throw new Error("nothing came");
    expect(isSignedWith(agent.secret, heard)).toBe(true);
    expect(isSignedWith((await stage.agent()).secret, heard)).toBe(false);
    expect(Math.abs(Number(heard.headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(60);
    const { body: read } = await agent.call("GET", `/intents/${id}`);
    const { submission, ...told } = heard.body["data"] as Body;
    expect(heard.body).toMatchObject({ type: "intent.succeeded", data: { id, effectId: `fx_${id}` } });
    expect(told).toEqual(read);
    expect(submission).toMatchObject({ disposition: "created" });
    expect(heard.text).not.toContain((await stage.stage.row(id)).key);
    await expect.poll(async () => (await stage.only(id))["delivered_at"], PATIENT).not.toBeNull();
    expect(await stage.only(id)).toMatchObject({ attempt_count: 1, due_at: null, intent: null, last_error: null });
  });

  const ends: [string, Body, (id: string) => Promise<unknown>][] = [
    [
      "partial",
      {},
      (id) => stage.stage.run(id, { class: "partial", effectId: "fx", result: 1, correctiveAction: "mend" }),
    ],
    ["failed", {}, (id) => stage.stage.run(id, { class: "definitive", failure })],
    ["denied", { plan: "hold" }, (id) => stage.stage.deny(id)],
    ["withdrawn", { plan: "hold" }, (id) => agent.call("POST", `/intents/${id}/withdraw`, {})],
    ["expired", { plan: "hold" }, (id) => stage.stage.outlastHold(id).then(() => stage.stage.sweep())],
    ["in_doubt", {}, (id) => stage.stage.run(id, UNKNOWN).then(() => stage.stage.run(id, UNKNOWN))],
  ];
  test.each(ends)("is told of %s", async (state, args, end) => {
    const path = stage.path();
    const id = await stage.asked(agent, path, args);
    expect(await stage.stored(id)).toEqual([]);
    await end(id);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(1);
    expect(stage.receiver.at(path)[0]?.body).toMatchObject({ type: `intent.${state}`, data: { id, state } });
  });

  test("is told of a doubt and again of how it was resolved, in two messages that each say what was true", async () => {
    const path = stage.path();
    const id = await stage.asked(agent, path);
    await stage.stage.run(id, UNKNOWN);
    await stage.stage.run(id, UNKNOWN);
    const resolution = { outcome: "executed", effectId: "fx_found", evidence: "It is in the bank's list." };
    const resolved = await stage.stage.product.asOperator("POST", `/api/v1/intents/${id}/resolution`, resolution);
    expect(resolved).toMatchObject({ status: 200, body: { state: "succeeded" } });
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(2);
    const types = stage.receiver.at(path).map(({ body }) => body["type"]);
    expect(types.sort()).toEqual(["intent.in_doubt", "intent.succeeded"]);
    expect(new Set(stage.receiver.at(path).map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  test("is told once, however often the same agent asked; every agent is told, with its own signature", async () => {
    const [path, second] = [stage.path(), await stage.agent()];
    const body = await stage.body({ callbackUrl: `${stage.receiver.origin}${path}` });
    const id = String((await agent.call("POST", "/intents", body)).body["id"]);
    for (const one of [agent, agent, second]) expect((await one.call("POST", "/intents", body)).body["id"]).toBe(id);
    await stage.stage.run(id, { class: "success", effectId: "fx", result: null });
    expect(await stage.stored(id)).toHaveLength(2);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(2);
    const heard = stage.receiver.at(path);
    for (const { secret } of [agent, second]) expect(heard.filter((one) => isSignedWith(secret, one))).toHaveLength(1);
  });

  test("and asked when it was over has the answer already: nothing is sent", async () => {
    const body = await stage.body();
    const id = String((await agent.call("POST", "/intents", body)).body["id"]);
    await stage.stage.run(id, { class: "success", effectId: "fx", result: null });
    const late = await agent.call("POST", "/intents", { ...body, callbackUrl: `${stage.receiver.origin}/late` });
    expect(late).toMatchObject({ status: 200, body: { state: "succeeded" } });
    expect(await stage.stored(id)).toEqual([]);
  });

  test("with many addresses for one intent is told at twenty of them", async () => {
    const body = await stage.body();
    const asked = Array.from({ length: 30 }, (_, index) => ({
      ...body,
      callbackUrl: `${stage.receiver.origin}/n${index}`,
    }));
    const answers = await Promise.all(asked.map((one) => agent.call("POST", "/intents", one)));
    const id = String(answers[0]?.body["id"]);
    await stage.stage.run(id, { class: "success", effectId: "fx", result: null });
    expect(await stage.stored(id)).toHaveLength(20);
  });
});

describe("the outbox", () => {
  test("is written with the change or not at all", async () => {
    const id = await stage.asked(agent, stage.path(), { plan: "hold" });
    await stage.stage.sql("alter table journal add constraint stuck check (type <> 'intent.deny') not valid");
    expect((await stage.stage.deny(id)).status).toBe(500);
    expect(await stage.stored(id)).toEqual([]);
    await stage.stage.sql("alter table journal drop constraint stuck");
    expect((await stage.stage.deny(id)).status).toBe(200);
    expect(await stage.stored(id)).toHaveLength(1);
  });

  test("is not written by what changes nothing to tell: a bypass of what has ended", async () => {
    const id = await stage.succeeded(agent, stage.path());
    const people = [await stage.stage.operator("admin"), await stage.stage.operator("admin")];
    for (const person of people) await person("POST", `/intents/${id}/bypass`, { reason: "again" });
    expect((await stage.stage.row(id)).successorId).not.toBeNull();
    expect(await stage.stored(id)).toHaveLength(1);
  });

  test("a worker that died while it sent leaves the message to the next, under the same id", async () => {
    const path = stage.path();
    const id = await stage.succeeded(agent, path);
    const sql = "update callbacks set attempt_count = 1, due_at = now() + interval '60 s' where intent_id = $1";
    await stage.stage.sql(sql, id);
    await stage.dueNow(id);
    stage.deliver();
    await expect.poll(() => stage.receiver.at(path), PATIENT).toHaveLength(1);
    expect(stage.receiver.at(path)[0]?.headers["webhook-id"]).toBe((await stage.only(id))["id"]);
  });

  test("a message that cannot be made is tried again, says so, and is given up in the end as any other", async () => {
    const id = await stage.succeeded(agent, stage.path());
    const lost = `jsonb_set(intent::jsonb, '{contractVersion}', '999')::json`;
    await stage.stage.sql(`update callbacks set intent = ${lost} where intent_id = $1`, id);
    stage.deliver();
    expect(await stage.tried(id, 1)).toMatchObject({ last_error: "the message could not be made", given_up_at: null });
    await stage.stage.sql("update callbacks set created_at = now() - interval '3 days' where intent_id = $1", id);
    await stage.dueNow(id);
    await expect.poll(async () => (await stage.only(id))["given_up_at"], PATIENT).not.toBeNull();
  });
});
