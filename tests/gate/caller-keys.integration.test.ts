// The caller's own key: it belongs to one action of one tool in one namespace, for as long as that is remembered.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, FIELDS } from "./support/contract";
import { Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const keyed = (key: string) => ({ "idempotency-key": key });
const REUSED = { status: 422, body: { code: "idempotency_key_reused", retriable: false } };

test("the same key and thing is the same action, whatever run and step say", async () => {
  const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
  const first = await stage.submit(ask(tool, thing), keyed(key));
  const again = await stage.submit(ask(tool, thing, {}, { run: "other" }), keyed(key));
  expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
});

test("quoted or bare, it is one key", async () => {
  const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
  const first = await stage.submit(ask(tool, thing), keyed(key));
  const again = await stage.submit(ask(tool, thing), keyed(`"${key}"`));
  expect(again.body["id"]).toBe(first.body["id"]);
  const escaped = await stage.submit(ask(tool, stage.thing()), keyed(`"${key}\\""`));
  expect(escaped.body["id"]).not.toBe(first.body["id"]);
  expect((await stage.row(escaped.body["id"])).callerKey).toBe(`${key}"`);
});

test("other values under it follow the drift rule", async () => {
  const [tool, thing, key] = [await stage.shared(duplicates({ drift: "refuse" })), stage.thing(), stage.thing()];
  const first = await stage.submit(ask(tool, thing), keyed(key));
  expect(await stage.submit(ask(tool, thing, { amount: 90 }), keyed(key))).toMatchObject({
    status: 422,
    body: { code: "idempotency_conflict", intentId: first.body["id"], differences: [{ pointer: "/amount" }] },
  });
});

describe("another thing under it is 422", () => {
  test("names the intent, is on record, changes nothing", async () => {
    const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
    const first = await stage.submit(ask(tool, thing), keyed(key));
    const id = String(first.body["id"]);
    const before = await stage.row(id);
    const answer = await stage.submit(ask(tool, stage.thing()), keyed(`"${key}"`));
    expect(answer).toMatchObject({ ...REUSED, body: { ...REUSED.body, intentId: id } });
    expect(await stage.row(id)).toEqual(before);
    expect(await stage.count("audit_events", "intent_id = $1 and type = 'submission.refused'", id)).toBe(1);
  });

  test.each(["held", "succeeded", "denied", "refused", "in_doubt"] as const)("while the first is %s", async (state) => {
    const [tool, key] = [await stage.shared(), stage.thing()];
    const { submit } = stage;
    const withKey = Object.assign(Object.create(stage) as Stage, {
      submit: (body: Record<string, unknown>) => submit.call(stage, body, keyed(key)),
    });
    await bring(withKey, ask(tool, stage.thing()), state);
    expect(await stage.submit(ask(tool, stage.thing()), keyed(key))).toMatchObject(REUSED);
  });

  test("also for another agent of the namespace, and for an occurrence", async () => {
    const [tool, key] = [await stage.shared(), stage.thing()];
    await stage.submit(ask(tool, stage.thing()), keyed(key));
    const colleague = await stage.agent();
    expect(await colleague.call("POST", "/intents", ask(tool, stage.thing()), keyed(key))).toMatchObject(REUSED);
    const repeat = { ...ask(tool, stage.thing()), occurrence: 2 };
    expect(await stage.submit(repeat, keyed(key))).toMatchObject(REUSED);
  });

  test("also under business scope, where it is only remembered", async () => {
    const [tool, thing, key] = [
      await stage.shared({ key: { scope: "business", window: "1h" } }),
      stage.thing(),
      stage.thing(),
    ];
    const first = await stage.submit(ask(tool, thing), keyed(key));
    const fresh = await stage.submit(ask(tool, thing), keyed(stage.thing()));
    expect(fresh.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
    expect(await stage.submit(ask(tool, stage.thing()), keyed(key))).toMatchObject(REUSED);
  });

  test("a key that only joined an action belongs to it too", async () => {
    const [tool, thing, key] = [
      await stage.shared({ key: { scope: "business", window: "1h" } }),
      stage.thing(),
      stage.thing(),
    ];
    await stage.submit(ask(tool, thing));
    await stage.submit(ask(tool, thing), keyed(key));
    expect(await stage.submit(ask(tool, stage.thing()), keyed(key))).toMatchObject(REUSED);
  });
});

describe("it is free", () => {
  test("in another namespace and for another tool", async () => {
    const [tool, other, key] = [await stage.shared(), await stage.tool(), stage.thing()];
    await stage.submit(ask(tool, stage.thing()), keyed(key));
    const stranger = await stage.agent({ namespace: "elsewhere" });
    const answers = [
      await stranger.call("POST", "/intents", ask(tool, stage.thing()), keyed(key)),
      await stage.submit(ask(other, stage.thing()), keyed(key)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  });

  test("after the window of its intent, and then belongs to the next", async () => {
    const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
    const first = await stage.submit(ask(tool, thing), keyed(key));
    await stage.run(first.body["id"], { class: "success", effectId: "fx", result: {} });
    await stage.outlastWindow(first.body["id"]);
    const second = await stage.submit(ask(tool, stage.thing()), keyed(key));
    expect(second.status).toBe(202);
    expect(await stage.submit(ask(tool, thing), keyed(key))).toMatchObject({
      ...REUSED,
      body: { intentId: second.body["id"] },
    });
  });

  test("a key that was refused for another thing did not become that thing's", async () => {
    const [tool, mine, theirs, key] = [await stage.shared(), stage.thing(), stage.thing(), stage.thing()];
    const first = await stage.submit(ask(tool, mine), keyed(key));
    await stage.submit(ask(tool, theirs), keyed(key));
    expect((await stage.submit(ask(tool, mine), keyed(key))).body["id"]).toBe(first.body["id"]);
  });
});

test("while a later action under the key is remembered, the key stays taken though the first is over", async () => {
  const [tool, thing, key] = [await stage.shared(), stage.thing(), stage.thing()];
  const first = await stage.submit(ask(tool, thing), keyed(key));
  const second = await stage.submit({ ...ask(tool, thing), occurrence: 2 }, keyed(key));
  await stage.run(first.body["id"], { class: "success", effectId: "fx", result: {} });
  await stage.outlastWindow(first.body["id"]);
  expect(await stage.submit(ask(tool, stage.thing()), keyed(key))).toMatchObject({
    ...REUSED,
    body: { intentId: second.body["id"] },
  });
});

test("a publish that reads identities in another way does not make an old key somebody else's", async () => {
  const [tool, thing, key] = [await stage.tool(), stage.thing(), stage.thing()];
  const first = await stage.submit(ask(tool, thing), keyed(key));
  await stage.publish(tool, { fields: { ...FIELDS, "/id": { role: "identity", as: "code" } } });
  expect((await stage.submit(ask(tool, thing), keyed(key))).body["id"]).toBe(first.body["id"]);
  expect(await stage.submit(ask(tool, stage.thing()), keyed(key))).toMatchObject(REUSED);
});

describe("what is no key is 400", () => {
  test.each([
    ["empty", '""'],
    ["blank", '"  "'],
    ["too long", "k".repeat(256)],
    ["not ASCII", "kéy"],
  ])("%s", async (_name, key) => {
    const answer = await stage.submit(ask(await stage.shared(), stage.thing()), keyed(key));
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("255 characters are counted without the quotes", async () => {
    const answer = await stage.submit(ask(await stage.shared(), stage.thing()), keyed(`"${"k".repeat(255)}"`));
    expect(answer.status).toBe(202);
  });
});
