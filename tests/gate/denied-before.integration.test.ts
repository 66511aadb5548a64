// A no stays a no: after a person's denial nothing else about the same target runs before a person was asked again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere, FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** Small amounts clear: what a model would try after a no. */
const THRESHOLD = {
  policy: [
    { name: "small", when: "args.amount <= 50.0", then: "clear" },
    { name: "large", then: "hold" },
  ],
};

async function deniedAsFraud(more: Body = THRESHOLD): Promise<{ tool: string; thing: string; id: string }> {
  const [tool, thing] = [await stage.shared(more), stage.thing()];
  const id = String((await stage.submit(ask(tool, thing))).body["id"]);
  const { status } = await stage.decide(id, { verdict: "deny", reason: "This is fraud." });
  expect(status).toBe(200);
  return { tool, thing, id };
}

describe("$80 was denied as fraud", () => {
  test("the same key and values get the denial", async () => {
    const { tool, thing, id } = await deniedAsFraud();
    const again = await stage.submit(ask(tool, thing, { amount: "80.00" }));
    expect(again).toMatchObject({
      status: 200,
      body: { id, state: "denied", submission: { disposition: "replayed" }, error: { message: "This is fraud." } },
    });
  });

  test("$50 under the same key is held with what was denied, by whom and why, and explain said so", async () => {
    const { tool, thing, id } = await deniedAsFraud();
    const told = await stage.explain(ask(tool, thing, { amount: 50 }));
    const answer = await stage.submit(ask(tool, thing, { amount: 50 }));
    expect(answer).toMatchObject({
      status: 202,
      body: {
        state: "held",
        generation: 2,
        hold: { reasons: ["denied_before"], approvalsNeeded: 1, role: "approver" },
      },
    });
    expect(answer.body["resembles"]).toMatchObject([
      { intentId: id, kind: "denied_before", differences: [{ pointer: "/amount", old: 80, new: 50 }] },
    ]);
    expect(told.body).toMatchObject({
      verdict: "hold",
      joins: null,
      hold: { reasons: ["denied_before"] },
      resembles: [{ intentId: id, kind: "denied_before" }],
    });
    // An agent is told that, and not by whom or why.
    const { hold } = answer.body as { hold: Body };
    expect(hold["detail"]).toMatch(/person denied/);
    expect(hold).not.toHaveProperty("deniedBefore");
    expect(JSON.stringify([answer.body, told.body])).not.toContain("fraud");

    const row = await stage.row(id);
    expect(await stage.read(answer.body["id"])).toMatchObject({
      hold: {
        deniedBefore: [
          {
            intentId: id,
            deniedBy: { id: row.endedBy, name: expect.stringMatching(/./) },
            deniedAt: row.endedAt?.toISOString(),
            reason: "This is fraud.",
            about: { amount: { value: "80", currency: "USD" }, target: [{ pointer: "/id", value: thing }] },
          },
        ],
      },
    });
    const inbox = await stage.product.asOperator("GET", `/api/v1/inbox?reason=denied_before&q=${answer.body["id"]}`);
    expect(inbox.body["items"]).toMatchObject([
      {
        waiting: { reasons: ["denied_before"] },
        hold: { deniedBefore: [{ intentId: id, reason: "This is fraud." }] },
        others: [{ kind: "denied_before", intentId: id, state: "denied", amount: { value: "80" } }],
      },
    ]);
    expect(await stage.count("reservations", "intent_id = $1", String(answer.body["id"]))).toBe(0);
  });

  test.each<[string, Body, Record<string, string>]>([
    ["other values in another run", { amount: 50 }, {}],
    ["other values under a caller's key", { amount: 50 }, { "idempotency-key": "a fresh one" }],
    ["the same in another run", {}, {}],
  ])("%s: held, too", async (_name, args, headers) => {
    const { tool, thing, id } = await deniedAsFraud();
    const sent = ask(tool, thing, args, { run: "another", step: "s" });
    const told = await stage.explain(sent, headers);
    const answer = await stage.submit(sent, headers);
    expect(answer.body).toMatchObject({ state: "held", generation: 1 });
    const { reasons } = answer.body["hold"] as { reasons: string[] };
    expect(reasons).toContain("denied_before");
    expect(answer.body["resembles"]).toMatchObject([{ intentId: id, kind: "denied_before" }]);
    expect(told.body).toMatchObject({ verdict: "hold", hold: { reasons } });
  });

  test("an approval lifts it for that intent alone", async () => {
    const { tool, thing, id } = await deniedAsFraud();
    const held = (await stage.submit(ask(tool, thing, { amount: 50 }))).body["id"];
    expect((await stage.approve(held)).body).toMatchObject({ state: "cleared", args: { amount: 50 } });
    expect((await stage.submit(ask(tool, thing, { amount: 50 }))).body).toMatchObject({ id: held, state: "cleared" });
    const more = await stage.submit(elsewhere(tool, thing, { amount: 40 }));
    expect(more.body).toMatchObject({ state: "held", hold: { reasons: ["denied_before"] } });
    expect(await stage.read(more.body["id"])).toMatchObject({ hold: { deniedBefore: [{ intentId: id }] } });
  });

  test("after the window of the denial it is a matter of policy again", async () => {
    const { tool, thing, id } = await deniedAsFraud();
    await stage.outlastWindow(id);
    for (const sent of [ask(tool, thing, { amount: 50 }), elsewhere(tool, thing, { amount: 40 })]) {
      expect((await stage.submit(sent)).body).toMatchObject({ state: "cleared" });
    }
  });

  test("another target is another matter", async () => {
    const { tool } = await deniedAsFraud();
    expect((await stage.submit(ask(tool, stage.thing(), { amount: 50 }))).body).toMatchObject({ state: "cleared" });
  });

  test("`afterDenial: allow` leaves it to policy", async () => {
    const { tool, thing } = await deniedAsFraud({ ...THRESHOLD, afterDenial: "allow" });
    expect((await stage.submit(ask(tool, thing, { amount: 50 }))).body).toMatchObject({
      state: "cleared",
      generation: 2,
    });
  });
});

test("in one flush: the next generation, what drifts from it and what comes under other keys are all held", async () => {
  const { tool, thing, id } = await deniedAsFraud();
  const recorded = await stage.flush([
    ask(tool, thing, { amount: 50 }),
    ask(tool, thing, { amount: 40 }),
    elsewhere(tool, thing, { amount: 30 }),
    ask(tool, thing, { amount: 50 }, { run: "run-3", step: "s" }),
  ]);
  expect(recorded).toMatchObject([
    { disposition: "created", row: { state: "held", predecessorId: id } },
    { disposition: "drifted", row: { state: "held", predecessorId: id } },
    { disposition: "created", row: { state: "held", predecessorId: null } },
    { disposition: "lookalike", row: { state: "held", predecessorId: null } },
  ]);
  for (const one of recorded) expect(one).toMatchObject({ row: { hold: { deniedBefore: [id] } } });
});

test("in a crowd of others the denial is found", async () => {
  const [tool, thing] = [await stage.shared(duplicates({ variant: "allow" })), stage.thing()];
  const at = (n: number) => ({ run: `run-${n}`, step: "s" });
  const id = await bring(stage, ask(tool, thing), "denied");
  await stage.flush(Array.from({ length: 30 }, (_, n) => ask(tool, thing, { amount: 100 + n, plan: "hold" }, at(n))));
  const answer = await stage.submit(ask(tool, thing, { amount: 50 }, at(99)));
  expect(answer.body).toMatchObject({
    state: "held",
    resembles: [{ intentId: id, kind: "denied_before" }, {}, {}, {}, {}, {}],
  });
});

test("`variant: allow`: what was tried after the denial is one cluster, each row with those before it", async () => {
  const { tool, thing, id } = await deniedAsFraud({ ...THRESHOLD, ...duplicates({ variant: "allow" }) });
  const held: unknown[] = [];
  for (const amount of [50, 40, 30]) {
    const sent = ask(tool, thing, { amount }, { run: `run-${amount}`, step: "s" });
    held.push((await stage.submit(sent)).body["id"]);
  }
  const inbox = await stage.product.asOperator("GET", `/api/v1/inbox?reason=denied_before&q=${held[2]}`);
  const [row] = inbox.body["items"] as { others: Body[] }[];
  const shown = row?.others.map(({ kind, intentId }) => ({ kind, intentId }));
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      { kind: "denied_before", intentId: id },
      { kind: "variant", intentId: held[0] },
      { kind: "variant", intentId: held[1] },
    ]),
  );
});

describe("what the rules make of it", () => {
  test("`lookalike: coalesce` answers the same values in another context with the denial", async () => {
    const { tool, thing, id } = await deniedAsFraud({ ...THRESHOLD, ...duplicates({ lookalike: "coalesce" }) });
    expect((await stage.submit(elsewhere(tool, thing))).body).toMatchObject({
      id,
      state: "denied",
      submission: { disposition: "lookalike" },
    });
  });

  test("`lookalike: refuse` goes on refusing", async () => {
    const { tool, thing, id } = await deniedAsFraud({ ...THRESHOLD, ...duplicates({ lookalike: "refuse" }) });
    expect(await stage.submit(elsewhere(tool, thing))).toMatchObject({
      status: 409,
      body: { code: "lookalike", intentId: id },
    });
  });

  test("`lookalike: hold` and the denial are both told", async () => {
    const { tool, thing } = await deniedAsFraud({ ...THRESHOLD, ...duplicates({ lookalike: "hold" }) });
    expect((await stage.submit(elsewhere(tool, thing))).body).toMatchObject({
      submission: { disposition: "lookalike" },
      hold: { reasons: ["approval", "lookalike", "denied_before"] },
    });
  });

  test("`same: allow` runs again only after a person was asked", async () => {
    const { tool, thing } = await deniedAsFraud({ ...THRESHOLD, ...duplicates({ same: "allow" }) });
    expect((await stage.submit(ask(tool, thing))).body).toMatchObject({
      state: "held",
      hold: { reasons: ["approval", "denied_before"] },
    });
  });

  test("policy's refusal stands, and as many people as policy asks for must approve", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    await bring(stage, ask(tool, thing), "denied");
    const refused = await stage.submit(elsewhere(tool, thing, { amount: 50, plan: "refuse" }));
    expect(refused.body).toMatchObject({ state: "refused" });
    const two = await stage.submit(ask(tool, thing, { amount: 50, plan: "two" }));
    expect(two.body).toMatchObject({ hold: { reasons: ["approval", "denied_before"], approvalsNeeded: 2 } });
  });

  test.each(["refused", "expired", "withdrawn", "failed"] as const)("%s is no person's denial", async (state) => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    await bring(stage, ask(tool, thing), state);
    expect((await stage.submit(elsewhere(tool, thing, { amount: 50 }))).body).toMatchObject({ state: "cleared" });
  });

  test("observed: it runs, and says that it would have been held", async () => {
    const [tool, thing] = [await stage.tool(THRESHOLD), stage.thing()];
    const { body } = await stage.submit(ask(tool, thing));
    await stage.deny(body["id"]);
    await stage.publish(tool, { ...THRESHOLD, mode: "observe" });
    expect((await stage.submit(elsewhere(tool, thing, { amount: 50 }))).body).toMatchObject({
      state: "cleared",
      observed: { verdict: "hold", reasons: ["denied_before"] },
    });
  });

  test("a grant does not stand in for it", async () => {
    const { tool, thing } = await deniedAsFraud();
    const grant = {
      tool,
      namespace: "default",
      where: { "/amount": { lte: 100 } },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      reason: "for a test",
    };
    expect((await stage.product.asOperator("POST", "/api/v1/grants", grant)).status).toBe(201);
    const covered = await stage.submit(ask(tool, stage.thing(), { amount: 90 }));
    expect(covered.body).toMatchObject({ state: "cleared" });
    expect((await stage.submit(ask(tool, thing, { amount: 90 }))).body).toMatchObject({
      state: "held",
      hold: { reasons: ["approval", "denied_before"] },
    });
  });
});

test("a publish that reads the identity otherwise still finds it", async () => {
  const [tool, thing] = [await stage.tool(THRESHOLD), stage.thing()];
  const { body } = await stage.submit(ask(tool, thing));
  await stage.deny(body["id"]);
  await stage.publish(tool, { ...THRESHOLD, fields: { ...FIELDS, "/id": { role: "identity", as: "code" } } });
  for (const sent of [ask(tool, thing, { amount: 50 }), elsewhere(tool, thing, { amount: 40 })]) {
    const answer = await stage.submit(sent);
    expect(answer.body).toMatchObject({ state: "held" });
    const [first] = answer.body["resembles"] as Body[];
    expect(first).toMatchObject({ intentId: body["id"], kind: "denied_before" });
  }
});
