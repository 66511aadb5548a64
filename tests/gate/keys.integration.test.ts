// What names an action: recomputed here from the formula alone, with nothing of the product's own code.
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const digest = (value: unknown) =>
  createHash("sha256")
    .update(canonicalize(value) ?? "")
    .digest("hex");
const scoped = (scope: string, missing = "refuse") => ({ key: { scope, window: "1h" }, ...duplicates({ missing }) });
const everything = { run: "r", step: "s", session: "e" };

describe("key, fingerprint and args digest are the hashes that the design names", () => {
  const cases: [string, string, Record<string, string>, Body, Body][] = [
    ["step", "step", {}, everything, { run: "r", step: "s", occurrence: 1 }],
    ["run", "run", {}, everything, { run: "r", occurrence: 1 }],
    ["session", "session", {}, everything, { session: "e", occurrence: 1 }],
    ["business", "business", {}, everything, { occurrence: 1 }],
    ["step, with a caller's key", "step", { "idempotency-key": '"k 1"' }, everything, { caller: "k 1", occurrence: 1 }],
    ["session, with a caller's key alone", "session", { "idempotency-key": "k2" }, {}, { caller: "k2", occurrence: 1 }],
    ["business, with a caller's key", "business", { "idempotency-key": "k3" }, {}, { occurrence: 1 }],
    ["occurrence", "step", {}, { ...everything, occurrence: 7 }, { run: "r", step: "s", occurrence: 7 }],
    ["integers as names", "step", {}, { run: 42, step: 7 }, { run: "42", step: "7", occurrence: 1 }],
  ];
  test.each(cases)("%s", async (_name, scope, headers, sent, context) => {
    const [tool, thing] = [await stage.shared(scoped(scope)), stage.thing()];
    const body = ask(tool, ` ${thing} `, { amount: "$80", memo: "Straße" }, sent);
    const answer = await stage.submit(body, headers);
    expect(answer.status).toBe(202);
    const row = await stage.row(answer.body["id"]);
    const identity = { "/id": thing };
    expect(row.key).toBe(digest({ v: 1, namespace: "default", tool, context, identity, generation: 1 }));
    const material = { "/amount": { minor: "8000", currency: "USD" }, "/memo": "strasse" };
    expect(row.fingerprint).toBe(digest({ material }));
    const executed = { id: ` ${thing} `, amount: "$80", memo: "Straße", plan: "clear" };
    expect(row.argsDigest).toBe(digest(executed));
    expect(answer.body).toMatchObject({ args: executed, argsDigest: row.argsDigest });
  });

  test("the namespace of the agent's key is in it, the next generation counts on", async () => {
    const [tool, thing] = [await stage.shared(scoped("run")), stage.thing()];
    const stranger = await stage.agent({ namespace: "other" });
    const { body } = await stranger.call("POST", "/intents", ask(tool, thing, {}, { run: "r" }));
    const parts = { v: 1, namespace: "other", tool, context: { run: "r", occurrence: 1 }, identity: { "/id": thing } };
    expect((await stage.row(body["id"])).key).toBe(digest({ ...parts, generation: 1 }));
    await stage.run(body["id"], { class: "success", effectId: "fx", result: null });
    await stage.outlastWindow(body["id"]);
    const next = await stranger.call("POST", "/intents", ask(tool, thing, {}, { run: "r" }));
    expect((await stage.row(next.body["id"])).key).toBe(digest({ ...parts, generation: 2 }));
  });
});

describe("L7: nothing that a model writes into args chooses key, scope or generation", () => {
  test("names of the envelope inside args are values like any other", async () => {
    const args = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const fields = { "/id": { role: "identity", as: "id" } };
    const tool = await stage.tool({ args, fields, policy: [] });
    const submit = (more: Body) => stage.submit({ tool, args: { id: "x", ...more }, run: "r", step: "s" });
    const first = await submit({});
    const second = await submit({ run: "r2", step: "s2", occurrence: 2, generation: 9, key: "k", namespace: "n" });
    expect(second.body).toMatchObject({ id: first.body["id"], submission: { disposition: "drifted" } });
  });

  test.each(["key", "generation", "scope", "fingerprint", "namespace", "approved"])(
    "%s is no member of the body",
    async (name) => {
      const answer = await stage.submit({ ...ask(await stage.shared(), stage.thing()), [name]: 1 });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    },
  );
});

describe("no context to build a key from", () => {
  const lacking: [string, Body][] = [
    ["step", { run: "r" }],
    ["step", { step: "s", session: "e" }],
    ["run", { step: "s" }],
    ["session", { run: "r", step: "s" }],
    ["step", { run: null, step: null }],
  ];
  test.each(lacking)("refuse: %s scope with %j is 400, and nothing is kept", async (scope, sent) => {
    const tool = await stage.shared(scoped(scope));
    const before = await stage.count("submissions");
    expect(await stage.submit(ask(tool, stage.thing(), {}, sent))).toMatchObject({
      status: 400,
      body: { code: "idempotency_key_required", retriable: false, correctiveAction: expect.any(String) },
    });
    expect(await stage.count("submissions")).toBe(before);
  });

  test.each(lacking)("derive: %s scope with %j falls back to business scope", async (scope, sent) => {
    const [tool, thing] = [await stage.shared(scoped(scope, "derive")), stage.thing()];
    const first = await stage.submit(ask(tool, thing, {}, sent));
    expect(first).toMatchObject({ status: 202, body: { state: "cleared", submission: { disposition: "created" } } });
    expect((await stage.row(first.body["id"])).context).toEqual({ occurrence: 1 });
    const again = await stage.submit(ask(tool, thing, {}, {}));
    expect(again.body).toMatchObject({ id: first.body["id"], submission: { disposition: "coalesced" } });
  });

  test("derive: with its context there, the declared scope counts, and the two are look-alikes", async () => {
    const more = { key: { scope: "step", window: "1h" }, ...duplicates({ missing: "derive", lookalike: "hold" }) };
    const [tool, thing] = [await stage.shared(more), stage.thing()];
    await stage.submit(ask(tool, thing, {}, {}));
    const other = await stage.submit(ask(tool, thing));
    expect(other.body).toMatchObject({ state: "held", hold: { reasons: ["lookalike"] } });
  });

  test("hold: each such submission waits for a person on its own", async () => {
    const [tool, thing] = [await stage.shared(scoped("step", "hold")), stage.thing()];
    const first = await stage.submit(ask(tool, thing, {}, {}));
    expect(first).toMatchObject({
      status: 202,
      body: { state: "held", hold: { reasons: ["missing_key"] }, submission: { disposition: "created" } },
    });
    const second = await stage.submit(ask(tool, thing, { plan: "hold" }, { run: "r" }));
    expect(second.body).toMatchObject({ hold: { reasons: ["approval", "missing_key"] } });
    expect(second.body["id"]).not.toBe(first.body["id"]);
    expect(second.body).toMatchObject({ resembles: [{ intentId: first.body["id"], kind: "lookalike" }] });
    expect((await stage.approve(first.body["id"])).body).toMatchObject({ state: "cleared" });
  });

  test("hold: a policy that refuses still refuses", async () => {
    const tool = await stage.shared(scoped("step", "hold"));
    const answer = await stage.submit(ask(tool, stage.thing(), { plan: "refuse" }, {}));
    expect(answer).toMatchObject({ status: 201, body: { state: "refused" } });
  });

  test("a caller's key is context enough, whatever the scope", async () => {
    for (const scope of ["step", "run", "session"]) {
      const answer = await stage.submit(ask(await stage.shared(scoped(scope)), stage.thing(), {}, {}), {
        "idempotency-key": stage.thing(),
      });
      expect(answer.status).toBe(202);
    }
  });
});

describe("occurrence", () => {
  test("a second one on purpose is an intent of its own, and its repeat joins it", async () => {
    const more = duplicates({ lookalike: "refuse", variant: "refuse" });
    const [tool, thing] = [await stage.shared(more), stage.thing()];
    const first = await stage.submit(ask(tool, thing));
    const second = await stage.submit({ ...ask(tool, thing), occurrence: 2 });
    expect(second).toMatchObject({ status: 202, body: { submission: { disposition: "created" }, state: "cleared" } });
    expect(second.body["id"]).not.toBe(first.body["id"]);
    const again = await stage.submit({ ...ask(tool, thing), occurrence: 2 });
    expect(again.body).toMatchObject({ id: second.body["id"], submission: { disposition: "coalesced" } });
    expect((await stage.submit({ ...ask(tool, thing), occurrence: 1 })).body["id"]).toBe(first.body["id"]);
  });

  test("in another context it is a look-alike like any other", async () => {
    const [tool, thing] = [await stage.shared(duplicates({ lookalike: "refuse" })), stage.thing()];
    await stage.submit(ask(tool, thing));
    const other = { ...ask(tool, thing, {}, { run: "run-2", step: "step-1" }), occurrence: 2 };
    expect(await stage.submit(other)).toMatchObject({ status: 409, body: { code: "lookalike" } });
  });

  test("an agent that may not repeat is 403 above 1, and leaves nothing behind", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const agent = await stage.agent({ mayRepeat: false });
    const before = await stage.count("submissions");
    for (const path of ["/intents", "/explain"]) {
      const refused = await agent.call("POST", path, { ...ask(tool, thing), occurrence: 2 });
      expect(refused.status).toBe(403);
    }
    expect(await stage.count("submissions")).toBe(before);
    expect((await agent.call("POST", "/intents", { ...ask(tool, thing), occurrence: 1 })).status).toBe(202);
  });

  test("a withdrawn permission counts for the very next submission", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const agent = await stage.agent();
    expect((await agent.call("POST", "/intents", { ...ask(tool, thing), occurrence: 2 })).status).toBe(202);
    await stage.product.asOperator("PATCH", `/api/v1/agents/${agent.id}`, { mayRepeat: false });
    expect((await agent.call("POST", "/intents", { ...ask(tool, thing), occurrence: 3 })).status).toBe(403);
  });

  test.each([0, -1, 1.5, "2", 1_000_001])("%j is no occurrence", async (occurrence) => {
    const answer = await stage.submit({ ...ask(await stage.shared(), stage.thing()), occurrence });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});

describe("a read", () => {
  test("is recorded and performed each time: no key, no duplicates, no look-alikes, whatever is sent", async () => {
    const tool = await stage.tool({
      effect: "read",
      ...duplicates({ same: "refuse", lookalike: "refuse" }),
      policy: [],
    });
    const thing = stage.thing();
    const bodies = [
      ask(tool, thing),
      ask(tool, thing),
      ask(tool, thing, {}, {}),
      { ...ask(tool, thing), occurrence: 1 },
    ];
    const answers = [];
    for (const body of bodies) answers.push(await stage.submit(body, { "idempotency-key": "same" }));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(4);
    for (const { body } of answers) {
      expect(body).toMatchObject({ state: "cleared", submission: { disposition: "created" } });
      expect(body).not.toHaveProperty("resembles");
    }
  });
});
