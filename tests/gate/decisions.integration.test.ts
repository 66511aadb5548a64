// People decide: on what they saw, on the variant they chose, on what they edited (L10).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, duplicates, elsewhere, FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";
import { bring } from "./support/states";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const idOf = (answer: { body: Body }) => String(answer.body["id"]);
const submissionOf = (answer: { body: Body }) => String((answer.body["submission"] as Body)["id"]);

/** Held at 80, with a drift to 100 whose plan is given. */
async function drifted(plan: string, more: Body = {}) {
  const [tool, thing] = [await stage.shared(more), stage.thing()];
  const id = await bring(stage, ask(tool, thing), "held");
  const submissionId = submissionOf(await stage.submit(ask(tool, thing, { amount: 100, plan })));
  return { tool, thing, id, submissionId };
}

describe("choosing a variant", () => {
  test("what runs is what was chosen, and the decision says so", async () => {
    const { id, submissionId } = await drifted("hold");
    const answer = await stage.approve(id, { submissionId });
    expect(answer).toMatchObject({ status: 200, body: { id, state: "cleared", args: { amount: 100 } } });
    const row = await stage.row(id);
    expect(row).toMatchObject({ submissionId, decidedDigest: row.argsDigest });
    const [decision] = await stage.sql<{ inputs: Body; submission_id: string; args_digest: string }>(
      "select * from decisions where intent_id = $1 and decided_by = 'operator'",
      id,
    );
    expect(decision).toMatchObject({
      submission_id: submissionId,
      args_digest: row.argsDigest,
      inputs: { chosen: true },
    });
  });

  test("the digest is that of what will run: no other submission's, nor that of what it replaces", async () => {
    const { id, submissionId, tool, thing } = await drifted("hold");
    await stage.submit(ask(tool, thing, { amount: 120, plan: "hold" }));
    const [current, variant, third] = await stage.submissions(id);
    const before = await stage.row(id);
    for (const argsDigest of [current?.["argsDigest"], third?.["argsDigest"], "0".repeat(64)]) {
      const other = await stage.decide(id, { verdict: "approve", submissionId, argsDigest });
      expect(other).toMatchObject({ status: 412, body: { code: "args_changed", intentId: id } });
    }
    expect(await stage.row(id)).toEqual(before);
    const argsDigest = variant?.["argsDigest"];
    expect(await stage.decide(id, { verdict: "approve", submissionId, argsDigest })).toMatchObject({
      status: 200,
      body: { state: "cleared", argsDigest, args: { amount: 100 } },
    });
  });

  test("what is replaced may be named beside it, and is refused once it is no longer what would run", async () => {
    const { id, submissionId, tool, thing } = await drifted("two");
    await stage.submit(ask(tool, thing, { amount: 120, plan: "two" }));
    const [current, variant, third] = await stage.submissions(id);
    const replaces = current?.["argsDigest"];
    const other = await stage.operator("approver");
    const choose = (one: Body | undefined, more: Body) =>
      other("POST", `/intents/${id}/decisions`, {
        verdict: "approve",
        submissionId: one?.["id"],
        argsDigest: one?.["argsDigest"],
        ...more,
      });
    expect(await choose(third, { replaces: variant?.["argsDigest"] })).toMatchObject({
      status: 412,
      body: { code: "args_changed" },
    });
    expect((await stage.approve(id, { submissionId, replaces })).body).toMatchObject({ args: { amount: 100 } });
    expect(await choose(third, { replaces })).toMatchObject({ status: 412, body: { code: "args_changed" } });
    expect(await choose(third, { replaces: variant?.["argsDigest"] })).toMatchObject({
      status: 200,
      body: { args: { amount: 120 } },
    });
  });

  test("another's digest is told as such before policy or limits have a word", async () => {
    const { id, submissionId } = await drifted("refuse");
    const { argsDigest } = await stage.row(id);
    expect(await stage.decide(id, { verdict: "approve", submissionId, argsDigest })).toMatchObject({
      status: 412,
      body: { code: "args_changed" },
    });
  });

  test("the quorum is that of its own args, of different people", async () => {
    const { id, submissionId } = await drifted("two");
    const other = await stage.operator("approver");
    const first = await stage.approve(id, { submissionId });
    expect(first.body).toMatchObject({
      state: "held",
      args: { amount: 100 },
      hold: { approvalsNeeded: 2, approvalsGiven: 1 },
    });
    expect(await stage.approve(id)).toMatchObject({ status: 409, body: { code: "already_approved" } });
    const { argsDigest } = await stage.row(id);
    const second = await other("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest, submissionId });
    expect(second.body).toMatchObject({ state: "cleared", args: { amount: 100 } });
  });

  test("who approves what is no longer there is told so", async () => {
    const { id, submissionId } = await drifted("two");
    const { argsDigest } = await stage.row(id);
    const other = await stage.operator("approver");
    await stage.approve(id, { submissionId });
    const late = await other("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest });
    expect(late).toMatchObject({ status: 412, body: { code: "args_changed" } });
  });

  test("the role is that of its own args", async () => {
    const { id, submissionId } = await drifted("admin");
    const approver = await stage.operator("approver");
    const [, variant] = await stage.submissions(id);
    const refused = await approver("POST", `/intents/${id}/decisions`, {
      verdict: "approve",
      argsDigest: variant?.["argsDigest"],
      submissionId,
    });
    expect(refused).toMatchObject({ status: 403, body: { code: "role_required" } });
    expect((await stage.approve(id, { submissionId })).body).toMatchObject({ state: "cleared" });
  });

  test("what policy refuses is not an operator's to choose; the first can still be approved", async () => {
    const { id, submissionId } = await drifted("refuse");
    expect(await stage.approve(id, { submissionId })).toMatchObject({
      status: 409,
      body: { code: "policy_refused", intentId: id },
    });
    expect((await stage.approve(id)).body).toMatchObject({ state: "cleared", args: { amount: 80 } });
  });

  test("limits are those of its own args", async () => {
    const limits = [{ per: "/id", sum: "/amount", max: 90, window: "24h", over: "hold" }];
    const { id, submissionId } = await drifted("hold", { limits });
    expect((await stage.approve(id, { submissionId })).body).toMatchObject({
      state: "held",
      args: { amount: 100 },
      hold: { reasons: ["approval", "drift", "limit"], approvalsGiven: 0 },
    });
    expect((await stage.approve(id)).body).toMatchObject({ state: "cleared", args: { amount: 100 } });
  });

  test("a submission of another intent, or one that was refused, cannot be chosen", async () => {
    const { tool, thing, id } = await drifted("hold", duplicates({ variant: "refuse" }));
    const other = await stage.submit(ask(tool, stage.thing(), { plan: "hold" }));
    await stage.submit(elsewhere(tool, thing, { amount: 70 }));
    const refused = (await stage.submissions(id)).find(({ refusal }) => refusal === "variant");
    for (const submissionId of [submissionOf(other), refused?.["id"], "sub_nothing"]) {
      expect(await stage.approve(id, { submissionId })).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
  });
});

describe("editing and approving", () => {
  const edit = (id: unknown, args: Body) => stage.approve(id, { args });

  test("what runs is the edit, kept as the operator's own submission", async () => {
    const { id, thing } = await drifted("hold");
    const answer = await edit(id, { id: thing, amount: 95.5, plan: "hold" });
    expect(answer).toMatchObject({ status: 200, body: { state: "cleared", args: { amount: 95.5 } } });
    const edited = (await stage.submissions(id)).at(-1);
    expect(edited).toMatchObject({
      edited: true,
      agent: null,
      operator: { name: "Demo Operator" },
      disposition: "drifted",
      args: { amount: 95.5 },
      differences: [{ pointer: "/amount", old: 80, new: 95.5 }],
    });
    expect(await stage.row(id)).toMatchObject({ submissionId: edited?.["id"] });
    const [decision] = await stage.sql<{ inputs: Body }>(
      "select inputs from decisions where intent_id = $1 and decided_by = 'operator'",
      id,
    );
    expect(decision?.inputs).toEqual({ edited: true });
  });

  test("the identity cannot be edited, but may be spelled otherwise", async () => {
    const { id, thing } = await drifted("hold");
    expect(await edit(id, { id: "another", amount: 80 })).toMatchObject({
      status: 422,
      body: { code: "invalid_args", errors: [{ pointer: "/args/id" }] },
    });
    expect((await edit(id, { id: ` ${thing} `, amount: 80, plan: "hold" })).body).toMatchObject({ state: "cleared" });
  });

  test.each<[string, Body, string]>([
    ["a member that the schema does not know", { amount: 1, colour: "red" }, "/args/colour"],
    ["a value that cannot be read", { amount: "80.001" }, "/args/amount"],
    ["nothing where something is required", { amount: undefined }, "/args/amount"],
  ])("%s is 422, and nothing is left behind", async (_name, more, pointer) => {
    const { id, thing } = await drifted("hold");
    const before = await stage.count("submissions");
    const answer = await edit(id, { id: thing, ...more });
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_args", errors: [{ pointer }] } });
    expect(await stage.count("submissions")).toBe(before);
  });

  test("a number that lost digits is refused, not rounded", async () => {
    const { id, thing } = await drifted("hold");
    const { argsDigest } = await stage.row(id);
    const body = `{"verdict":"approve","argsDigest":"${argsDigest}","args":{"id":"${thing}","amount":90071992547409.93001}}`;
    const answer = await stage.product.asOperator("POST", `/api/v1/intents/${id}/decisions`, body);
    expect(answer).toMatchObject({ status: 422, body: { code: "invalid_args" } });
  });

  test("the digest of the edit itself, as explain tells it, is as good as that of what was edited", async () => {
    const { id, thing } = await drifted("hold");
    const args = { id: thing, amount: 95, plan: "hold" };
    const explained = await stage.product.asOperator("POST", `/api/v1/intents/${id}/explain`, { args });
    const { argsDigest } = explained.body;
    const { argsDigest: replaces } = await stage.row(id);
    const stale = await stage.decide(id, { verdict: "approve", argsDigest, args, replaces: argsDigest });
    expect(stale).toMatchObject({ status: 412, body: { code: "args_changed" } });
    expect(await stage.decide(id, { verdict: "approve", argsDigest, args, replaces })).toMatchObject({
      status: 200,
      body: { state: "cleared", argsDigest, args: { amount: 95 } },
    });
  });

  test("under a stale digest it is 412, and nothing is left behind", async () => {
    const { id, thing } = await drifted("hold");
    const before = await stage.count("submissions");
    const args = { id: thing, amount: 95 };
    const answer = await stage.decide(id, { verdict: "approve", argsDigest: "0".repeat(64), args });
    expect(answer).toMatchObject({ status: 412, body: { code: "args_changed" } });
    expect(await stage.count("submissions")).toBe(before);
  });

  test("policy, quorum and limits judge the edited args", async () => {
    const { id, thing } = await drifted("hold");
    expect(await edit(id, { id: thing, amount: 80, plan: "refuse" })).toMatchObject({
      status: 409,
      body: { code: "policy_refused" },
    });
    expect((await edit(id, { id: thing, amount: 95, plan: "two" })).body).toMatchObject({
      state: "held",
      args: { amount: 95 },
      hold: { approvalsNeeded: 2, approvalsGiven: 1 },
    });
  });

  test("retries of what was asked for before change nothing about an edit", async () => {
    const { id, thing, tool } = await drifted("hold");
    await edit(id, { id: thing, amount: 95, plan: "hold" });
    for (const amount of [80, 100, 95]) {
      const retry = await stage.submit(ask(tool, thing, { amount, plan: "hold" }));
      expect(retry.body).toMatchObject({ id, state: "cleared", args: { amount: 95 } });
    }
  });

  test("a choice and an edit at once is 400", async () => {
    const { id, submissionId, thing } = await drifted("hold");
    const answer = await stage.approve(id, { submissionId, args: { id: thing, amount: 1 } });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  test("one that was opened again under a version with another identity can still be edited", async () => {
    const [tool, thing] = [await stage.tool(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "expired");
    await stage.publish(tool, { fields: { ...FIELDS, "/id": { role: "identity", as: "code" } } });
    await stage.submit(ask(tool, thing, { plan: "hold" }));
    expect(await edit(id, { id: thing, amount: 95, plan: "hold" })).toMatchObject({
      status: 200,
      body: { state: "cleared", args: { amount: 95 } },
    });
  });
});

describe("deciding", () => {
  const held = async (plan = "hold") => idOf(await stage.submit(ask(await stage.shared(), stage.thing(), { plan })));

  test("approve needs the digest, deny a reason; a stale digest is 412 for both", async () => {
    const id = await held();
    for (const body of [{ verdict: "approve" }, { verdict: "deny" }, { verdict: "deny", reason: " " }]) {
      expect(await stage.decide(id, body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    }
    const argsDigest = "f".repeat(64);
    for (const body of [
      { verdict: "approve", argsDigest },
      { verdict: "deny", reason: "no", argsDigest },
    ]) {
      expect(await stage.decide(id, body)).toMatchObject({ status: 412, body: { code: "args_changed" } });
    }
    expect(await stage.decide(id, { verdict: "deny", reason: "no" })).toMatchObject({
      status: 200,
      body: { state: "denied", error: { code: "denied", message: "no" } },
    });
  });

  test("what is not held is 409; a hold that is over is 409 though nobody has marked it", async () => {
    const cleared = idOf(await stage.submit(ask(await stage.shared(), stage.thing())));
    expect(await stage.approve(cleared)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    expect(await stage.deny(cleared)).toMatchObject({ status: 409, body: { code: "wrong_state" } });
    const overdue = await bring(stage, ask(await stage.shared(), stage.thing()), "overdue");
    expect(await stage.approve(overdue)).toMatchObject({ status: 409, body: { code: "hold_expired" } });
    expect((await stage.row(overdue)).state).toBe("held");
  });

  test("a viewer and an agent do not decide", async () => {
    const id = await held();
    const viewer = await stage.operator("viewer");
    const body = { verdict: "approve", argsDigest: (await stage.row(id)).argsDigest };
    expect((await viewer("POST", `/intents/${id}/decisions`, body)).status).toBe(403);
    expect((await stage.product.asAgent("POST", `/api/v1/intents/${id}/decisions`, body)).status).toBe(403);
  });

  test("a quorum of two is two people, however often one of them clicks at once", async () => {
    const id = await held("two");
    const clicks = await Promise.all(Array.from({ length: 8 }, () => stage.approve(id)));
    expect(clicks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stage.read(id)).toMatchObject({ state: "held", hold: { approvalsGiven: 1 } });
    expect(await stage.count("decisions", "intent_id = $1 and decided_by = 'operator'", id)).toBe(1);
  });

  test("two people who choose differently at once: one of the two runs, exactly as decided (L3)", async () => {
    const { id, submissionId } = await drifted("hold");
    const { argsDigest } = await stage.row(id);
    const other = await stage.operator("approver");
    const answers = await Promise.all([
      stage.approve(id, { submissionId }),
      other("POST", `/intents/${id}/decisions`, { verdict: "approve", argsDigest }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const row = await stage.row(id);
    expect(row).toMatchObject({ state: "cleared", decidedDigest: row.argsDigest });
  });

  test("approvals and drifts at once: nothing runs that was not approved", async () => {
    const [tool, thing] = [await stage.shared(), stage.thing()];
    const id = await bring(stage, ask(tool, thing), "held");
    const before = await stage.row(id);
    await Promise.all([
      stage.decide(id, { verdict: "approve", argsDigest: before.argsDigest }),
      ...[81, 82, 83].map((amount) => stage.submit(ask(tool, thing, { amount, plan: "hold" }))),
    ]);
    const row = await stage.row(id);
    expect(row.argsDigest).toBe(before.argsDigest);
    // Whichever came first: a drift after the approval takes it back, one before it is what was approved over.
    expect(["held", "cleared"]).toContain(row.state);
    if (row.state === "held") expect(row.hold?.reasons).toContain("drift");
  });
});
