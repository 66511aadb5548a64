// Explain never disagrees with what submit then does, over histories that nobody would think of.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { IntentRow } from "@/lib/store/intent-row";
import type { Answer } from "../support/in-process";
import { FIELDS } from "./support/contract";
import { type Body, Stage } from "./support/stage";

let stage: Stage;
let agentId: string;
beforeAll(async () => {
  stage = await Stage.open();
  agentId = (await stage.demoAgent()).id;
});
afterAll(() => stage.close());

const HISTORIES = 14;
const STEPS_MAX = 16;
const failure = { code: "broken", message: "it broke" };

const rules = fc.record({
  same: fc.constantFrom("coalesce", "refuse", "allow"),
  drift: fc.constantFrom("coalesce", "refuse", "hold"),
  lookalike: fc.constantFrom("allow", "coalesce", "refuse", "hold"),
  variant: fc.constantFrom("allow", "refuse", "hold"),
  missing: fc.constantFrom("derive", "refuse", "hold"),
});
const definition = fc
  .record({
    duplicates: rules,
    scope: fc.constantFrom("step", "run", "session", "business"),
    mode: fc.constantFrom("enforce", "enforce", "enforce", "observe"),
    as: fc.constantFrom("id", "code"),
    limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  })
  .map(({ duplicates, scope, mode, as, limit }) => ({
    duplicates,
    mode,
    key: { scope, window: "1h" },
    fields: { ...FIELDS, "/id": { role: "identity", as } },
    limits:
      limit === null
        ? []
        : [{ per: "tool", count: true, max: limit, window: "24h", over: limit > 2 ? "refuse" : "hold" }],
  }));

const submission = fc.record({
  kind: fc.constant("submit" as const),
  id: fc.constantFrom("a", "A", "b"),
  amount: fc.constantFrom(80, "80.00", 100),
  plan: fc.constantFrom("clear", "clear", "hold", "two", "refuse"),
  run: fc.constantFrom("r1", "r2"),
  step: fc.constantFrom("s1", undefined),
  session: fc.constantFrom("e1", undefined),
  occurrence: fc.constantFrom(undefined, undefined, 2),
  caller: fc.constantFrom(undefined, undefined, "k1", "k2"),
});
const move = fc.record({
  kind: fc.constant("move" as const),
  which: fc.nat(20),
  to: fc.constantFrom("approve", "deny", "succeed", "fail", "not_sent", "doubt", "claim", "overdue", "forgotten"),
});
const publish = fc.record({ kind: fc.constant("publish" as const), more: definition });
const step = fc.oneof(
  { weight: 8, arbitrary: submission },
  { weight: 4, arbitrary: move },
  { weight: 1, arbitrary: publish },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Submission = Extract<Step, { kind: "submit" }>;

async function makeMove(ids: string[], which: number, to: string): Promise<void> {
  const id = ids[which % Math.max(ids.length, 1)];
  if (id === undefined) return;
  const { state, dueAt, endedAt } = await stage.row(id);
  const isDue = state === "cleared" && dueAt !== null && dueAt.getTime() <= Date.now() - 5;
  if (to === "approve") await stage.approve(id);
  if (to === "deny") await stage.deny(id);
  if (to === "overdue" && state === "held") await stage.outlastHold(id);
  if (to === "forgotten" && endedAt !== null) await stage.outlastWindow(id);
  if (to === "claim" && isDue) await stage.claim(id);
  if (to === "succeed" && isDue) await stage.run(id, { class: "success", effectId: `fx-${id}`, result: {} });
  if (to === "fail" && isDue) await stage.run(id, { class: "definitive", failure });
  if (to === "not_sent" && isDue) {
    await stage.run(id, { class: "not_sent", failure, retryAfterMs: 0 });
    if ((await stage.row(id)).state === "cleared") await stage.run(id, { class: "not_sent", failure, retryAfterMs: 0 });
  }
  if (to === "doubt" && isDue) await stage.run(id, { class: "unknown", failure });
}

const STATE_OF: Record<string, string> = { clear: "cleared", hold: "held", refuse: "refused" };

type Answers = { told: Answer; inFull: Answer; done: Answer };

async function ask(tool: string, sent: Submission): Promise<Answers> {
  const { id, amount, plan, run, step, session, occurrence, caller } = sent;
  const body = { tool, args: { id, amount, plan }, run, step, session, occurrence };
  const headers: Record<string, string> = caller === undefined ? {} : { "idempotency-key": caller };
  const told = await stage.explain(body, headers);
  const inFull = await stage.explainAsOperator({ ...body, agent: agentId }, headers);
  const done = await stage.submit(body, headers);
  if (done.status >= 500) throw new Error(`submit failed: ${JSON.stringify(done.body)}`);
  return { told, inFull, done };
}

async function compare(tool: string, known: Set<string>, sent: Submission): Promise<string | null> {
  const answers = await ask(tool, sent);
  const { told, inFull, done } = answers;
  const { key, fingerprint, engines, rule, rules, limits, grantId, observed, ...shared } = inFull.body;
  if (told.status < 300) expect(comparable(shared)).toEqual(comparable(told.body));
  if (done.status >= 400) {
    compareRefusal(answers);
    return null;
  }
  const row = await stage.row(done.body["id"]);
  compareFate(answers, row, known);
  if (inFull.body["keyParts"] !== null) {
    expect(key).toBe(row.key);
    expect(inFull.body["keyParts"]).toMatchObject({ context: row.context, generation: row.generation });
  }
  expect(observed === null).toBe(done.body["observed"] === undefined);
  return row.id;
}

function compareRefusal({ told, done }: Answers): void {
  if (told.status >= 400) {
    expect(told.body["code"]).toBe(done.body["code"]);
    return;
  }
  expect(told.body["refusal"]).toBe(done.body["code"]);
  expect((told.body["joins"] as Body)["intentId"]).toBe(done.body["intentId"]);
  expect(told.body["differences"]).toEqual(done.body["differences"] ?? []);
}

function compareFate({ told, done }: Answers, row: IntentRow, known: Set<string>): void {
  expect(told).toMatchObject({ status: 200, body: { refusal: null, contractVersion: expect.any(Number) } });
  expect(told.body["disposition"]).toBe((done.body["submission"] as Body)["disposition"]);
  expect(told.body["differences"]).toEqual(done.body["differences"] ?? []);
  const named = (list: unknown) => ((list ?? []) as Body[]).map(({ intentId, kind }) => `${kind} ${intentId}`);
  expect(named(told.body["resembles"])).toEqual(named(done.body["resembles"]));
  const reasons = (hold: unknown) => (hold as Body | null | undefined)?.["reasons"] ?? [];
  expect(reasons(told.body["hold"])).toEqual(reasons(done.body["hold"]));
  const joins = told.body["joins"] as Body | null;
  if (joins === null) expect(known.has(row.id)).toBe(false);
  else expect(joins["intentId"]).toBe(row.id);
  if (joins === null || told.body["disposition"] === "reopened") {
    expect(STATE_OF[String(told.body["verdict"])]).toBe(row.state);
    expect(told.body["args"]).toEqual(done.body["args"]);
  }
}

/** Two explanations are a moment apart, and an agent is not told under whose key it would join. */
function comparable(body: Body): Body {
  const hold = body["hold"] as Body | null;
  return { ...body, keyParts: null, hold: hold === null ? null : { ...hold, expiresAt: null } };
}

test("for any history: the same disposition, the same intent, the same state, the same key", async () => {
  await fc.assert(
    fc.asyncProperty(definition, fc.array(step, { minLength: 4, maxLength: STEPS_MAX }), async (first, steps) => {
      const tool = await stage.tool(first);
      const ids: string[] = [];
      for (const one of steps) {
        if (one.kind === "publish") await stage.publish(tool, one.more);
        else if (one.kind === "move") await makeMove(ids, one.which, one.to);
        else {
          const id = await compare(tool, new Set(ids), one);
          if (id !== null && !ids.includes(id)) ids.push(id);
        }
      }
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 300_000);
