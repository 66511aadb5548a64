// A publish in the middle of things: what was submitted before keeps its meaning, and a retry never runs twice.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ARGS, ask, duplicates, elsewhere, FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const full = { run: "run-1", step: "step-1", session: "session-1" };
const withFields = (more: Body) => ({ fields: { ...FIELDS, ...more } });
const identity = (as: string, more: Body = {}) => withFields({ "/id": { role: "identity", as, ...more } });
const withoutId = Object.fromEntries(Object.entries(FIELDS).filter(([pointer]) => pointer !== "/id"));

/** [what changes, before, after, what a retry may look like now] */
const changes: [string, Body, Body, Body][] = [
  ["scope step to run", {}, { key: { scope: "run", window: "1h" } }, {}],
  ["scope step to session", {}, { key: { scope: "session", window: "1h" } }, {}],
  ["scope step to business", {}, { key: { scope: "business", window: "1h" } }, {}],
  ["scope business to step", { key: { scope: "business", window: "1h" } }, {}, {}],
  ["one identity field more", {}, withFields({ "/memo": { role: "identity", as: "text" } }), {}],
  ["one identity field less", withFields({ "/memo": { role: "identity", as: "text" } }), {}, {}],
  ["the identity's normaliser", {}, identity("code"), {}],
  ["the identity's normaliser and scope", {}, { ...identity("text"), key: { scope: "run", window: "1h" } }, {}],
  ["an option of the normaliser", {}, identity("id", { compact: true }), {}],
  ["another identity field", {}, { fields: { ...withoutId, "/memo": { role: "identity", as: "text" } } }, {}],
  ["the unit of the amount", {}, withFields({ "/amount": { role: "material", as: "decimal" } }), { amount: "80.00" }],
  ["material to incidental", {}, withFields({ "/memo": { role: "incidental" } }), {}],
  ["incidental to material", {}, withFields({ "/note": { role: "material", as: "text" } }), {}],
];

describe.each(changes)("a publish that changes %s", (_name, before, after, retry) => {
  test.each(["held", "cleared", "executing", "in_doubt", "succeeded", "denied"] as const)(
    "leaves one that is %s to be joined by its retry",
    async (state) => {
      const [tool, thing] = [await stage.tool(before), stage.thing()];
      const id = await bring(stage, ask(tool, thing, { memo: "the memo", note: "n" }, full), state);
      const version = await stage.publish(tool, after);
      expect(version).toBe(2);
      const row = await stage.row(id);
      const again = await stage.submit(ask(tool, thing, { memo: "the memo", note: "n", ...retry }, full));
      expect(again.body).toMatchObject({ id, state: row.state, contractVersion: 1 });
      expect(again.body).not.toHaveProperty("drift");
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(await stage.row(id)).toEqual({ ...row, submissionCount: 2 });
    },
  );
});

describe("what the old version would have refused", () => {
  const WIDER = {
    ...ARGS,
    required: ["id", "amount", "currency"],
    properties: { ...ARGS.properties, currency: { type: "string" } },
  };
  const newer = {
    args: WIDER,
    fields: { ...FIELDS, "/currency": { role: "incidental" } },
    key: { scope: "run", window: "1h" },
  };

  test.each(["held", "succeeded"] as const)("a retry with a member that is new joins one that is %s", async (state) => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), state);
    await stage.publish(tool, newer);
    const again = await stage.submit(ask(tool, thing, { currency: "USD" }));
    expect(again.body["id"]).toBe(id);
    expect(await stage.count("intents", "tool = $1", tool)).toBe(1);
  });

  test("a retry in a spelling that only the new normaliser of a material field can read joins as a drift", async () => {
    const memo = (values: string[]) => withFields({ "/memo": { role: "material", as: "enum", values } });
    const [tool, thing] = [await stage.tool(memo(["a", "b"])), stage.thing()];
    const id = await bring(stage, ask(tool, thing, { memo: "a" }), "succeeded");
    await stage.publish(tool, { ...memo(["a", "b", "c"]), key: { scope: "run", window: "1h" } });
    const again = await stage.submit(ask(tool, thing, { memo: "c" }));
    expect(again.body).toMatchObject({ id, submission: { disposition: "drifted" } });
    expect(again.body["differences"]).toMatchObject([{ pointer: "/memo", old: "a", new: "c" }]);
  });
});

describe("what is remembered across a publish", () => {
  test("a drift is told by the reading of the version that runs", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing, { amount: 80 }), "succeeded");
    await stage.publish(tool, {
      ...withFields({ "/amount": { role: "material", as: "money", code: "USD", unit: "minor" } }),
    });
    expect((await stage.submit(ask(tool, thing, { amount: 80 }))).body).not.toHaveProperty("drift");
    expect((await stage.submit(ask(tool, thing, { amount: 8000 }))).body).toMatchObject({
      id,
      drift: true,
      differences: [{ pointer: "/amount", old: 80, new: 8000 }],
    });
  });

  test("look-alikes and variants of what was asked for before are still found", async () => {
    const [tool, thing] = [await stage.tool(duplicates({ lookalike: "refuse", variant: "refuse" })), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "succeeded");
    await stage.publish(tool, { ...duplicates({ lookalike: "refuse", variant: "refuse" }), ...identity("code") });
    expect(await stage.submit(elsewhere(tool, thing))).toMatchObject({
      status: 409,
      body: { code: "lookalike", intentId: id },
    });
    expect(await stage.submit(elsewhere(tool, thing, { amount: 90 }))).toMatchObject({
      status: 409,
      body: { code: "variant", intentId: id, differences: [{ pointer: "/amount", old: 80, new: 90 }] },
    });
  });

  test("every earlier way counts, not only the last one", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing, {}, full), "succeeded");
    for (const scope of ["run", "session", "business"]) await stage.publish(tool, { key: { scope, window: "1h" } });
    expect((await stage.submit(ask(tool, thing, {}, full))).body["id"]).toBe(id);
    await stage.publish(tool, {});
    expect((await stage.submit(ask(tool, thing, {}, full))).body["id"]).toBe(id);
  });

  test("one that is opened again takes the new version, and is joined both ways afterwards", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing, {}, full), "expired");
    await stage.publish(tool, { ...identity("code"), key: { scope: "run", window: "1h" } });
    const again = await stage.submit(ask(tool, thing, { plan: "hold" }, full));
    expect(again.body).toMatchObject({
      id,
      contractVersion: 2,
      submission: { disposition: "reopened" },
      state: "held",
    });
    for (const amount of [80, "80.00"]) {
      const joined = await stage.submit(ask(tool, thing, { amount }, full));
      expect(joined.body).toMatchObject({ id, submission: { disposition: "coalesced" } });
    }
    await stage.publish(tool, {});
    expect((await stage.submit(ask(tool, thing, {}, full))).body).toMatchObject({
      id,
      submission: { disposition: "coalesced" },
    });
  });

  test("after the window of the old one nothing is left to join", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "succeeded");
    await stage.publish(tool, { key: { scope: "run", window: "1h" } });
    await stage.outlastWindow(id);
    const again = await stage.submit(ask(tool, thing));
    expect(again.body).toMatchObject({ submission: { disposition: "created" }, contractVersion: 2 });
    expect(again.body["id"]).not.toBe(id);
  });

  test("a successor after a no stays in the chain of the version that its predecessor came from", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "denied");
    await stage.publish(tool, { key: { scope: "run", window: "1h" } });
    const next = await stage.submit(ask(tool, thing, { amount: 90 }));
    expect(next.body).toMatchObject({ generation: 2, contractVersion: 2 });
    expect(await stage.row(next.body["id"])).toMatchObject({ predecessorId: id, stem: (await stage.row(id)).stem });
    expect((await stage.submit(ask(tool, thing, { amount: 90 }))).body["id"]).toBe(next.body["id"]);
  });
});

describe("what is no retry is not merged by a publish", () => {
  test("another identity under the new reading is another action", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "succeeded");
    await stage.publish(tool, withFields({ "/memo": { role: "identity", as: "text" } }));
    const answer = await stage.submit(ask(tool, `${thing}-x`, { memo: "m" }));
    expect(answer.body["id"]).not.toBe(id);
  });

  test("two actions that only the old scope told apart are each joined by their own retry", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const [a, b] = [
      { run: "r", step: "a" },
      { run: "r", step: "b" },
    ];
    const first = await bring(stage, ask(tool, thing, {}, a), "succeeded");
    const second = await bring(stage, ask(tool, thing, {}, b), "succeeded");
    await stage.publish(tool, { key: { scope: "run", window: "1h" } });
    expect((await stage.submit(ask(tool, thing, {}, b))).body["id"]).toBe(second);
    expect((await stage.submit(ask(tool, thing, {}, a))).body["id"]).toBe(first);
  });
});

describe("where two intents match, the one that answers is", () => {
  const [a, b] = [
    { run: "r", step: "a" },
    { run: "r", step: "b" },
  ];
  const toRunScope = (tool: string) => stage.publish(tool, { key: { scope: "run", window: "1h" } });

  test("the one that has run, not one that never happened and could be opened again", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const ran = await bring(stage, ask(tool, thing, {}, a), "succeeded");
    await toRunScope(tool);
    expect((await stage.submit(ask(tool, thing, { plan: "refuse" }, b))).body["state"]).toBe("refused");
    const again = await stage.submit(ask(tool, thing, {}, a));
    expect(again.body).toMatchObject({ id: ran, submission: { disposition: "replayed" } });
  });

  test("the one with the same values, not one that they would drift from", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const same = await bring(stage, ask(tool, thing, {}, a), "succeeded");
    await toRunScope(tool);
    const other = String((await stage.submit(ask(tool, thing, { amount: 100 }, b))).body["id"]);
    expect(other).not.toBe(same);
    const again = await stage.submit(ask(tool, thing, {}, a));
    expect(again.body).toMatchObject({ id: same, submission: { disposition: "replayed" } });
    expect((await stage.row(other)).state).toBe("cleared");
  });
});

describe("contractVersion pins", () => {
  test("the active one is taken, any other is 409, for explain too, and nothing is kept", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    await stage.publish(tool, { key: { scope: "run", window: "1h" } });
    const before = await stage.count("submissions");
    for (const contractVersion of [1, 3, 999]) {
      for (const call of [stage.submit.bind(stage), stage.explain.bind(stage)]) {
        const answer = await call({ ...ask(tool, thing), contractVersion });
        expect(answer).toMatchObject({ status: 409, body: { code: "contract_version_mismatch", retriable: false } });
      }
    }
    expect(await stage.count("submissions")).toBe(before);
    expect((await stage.submit({ ...ask(tool, thing), contractVersion: 2 })).body).toMatchObject({
      contractVersion: 2,
    });
  });
});

test("publishes in the middle of a storm, with other identity fields and scopes: one intent a thing", async () => {
  const tool = await stage.tool();
  const things = Array.from({ length: 5 }, () => stage.thing());
  const wave = () =>
    things.flatMap((thing) => Array.from({ length: 6 }, () => stage.submit(ask(tool, thing, { memo: "m" }, full))));
  const versions = [
    { key: { scope: "run", window: "1h" } },
    withFields({ "/memo": { role: "identity", as: "text" } }),
    { ...identity("code"), key: { scope: "session", window: "1h" } },
    { fields: { ...withoutId, "/memo": { role: "identity", as: "text" }, "/id": { role: "material", as: "id" } } },
  ];
  for (const more of versions) {
    const [, ...answers] = await Promise.all([stage.publish(tool, more), ...wave()]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  }
  expect(await stage.count("intents", "tool = $1", tool)).toBe(things.length);
});
