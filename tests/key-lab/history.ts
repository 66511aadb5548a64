// Histories made by the product itself, through its own doors: any submissions, and anything that happens between them.
import type { Outcome } from "@/lib/domain/event";
import { ask } from "../gate/support/contract";
import type { Body, Stage } from "../gate/support/stage";
import { alignDue } from "../support/align-due";

/** A small generator of its own: the seed is all that is needed to see a history again. */
export function makeDraw(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
}
type Draw = ReturnType<typeof makeDraw>;

const failure = { code: "broken", message: "it broke" };
const OUTCOMES: Outcome[] = [
  { class: "success", effectId: "fx_1", result: { id: "fx_1" } },
  { class: "success", effectId: "fx_1", result: { id: "fx_1" } },
  { class: "partial", effectId: "fx_2", result: null, correctiveAction: "mend" },
  { class: "definitive", failure },
  { class: "not_sent", failure, retryAfterMs: 0 },
  { class: "unknown", failure },
];

/** `occurrences`: callers ask for a second one by number, now and then. */
export type HistoryOptions = { steps: number; occurrences?: boolean };

export async function makeHistory(stage: Stage, tool: string, seed: number, options: HistoryOptions): Promise<void> {
  const { steps, occurrences = true } = options;
  const draw = makeDraw(seed);
  const prefix = `${tool}-${seed}`;
  for (let step = 0; step < steps; step += 1) {
    if (draw([true, true, false])) await submit(stage, tool, prefix, draw, occurrences);
    else await happen(stage, tool, draw);
  }
}

async function submit(stage: Stage, tool: string, prefix: string, draw: Draw, occurrences: boolean): Promise<void> {
  const plan = draw(["clear", "clear", "clear", "hold", "hold", "two", "refuse", "break"]);
  const args: Body = { amount: draw([80, "80.00", 90]), plan };
  if (draw([true, false])) args["note"] = draw(["please", "now"]);
  if (draw([true, false, false])) args["memo"] = draw(["one", "ONE", "two"]);
  const context: Body = { run: draw(["run-1", "run-2"]), step: draw(["s-1", "s-1", "s-2"]), session: draw(["x", "y"]) };
  if (occurrences && draw([true, false, false, false, false])) context["occurrence"] = 2;
  const headers: Record<string, string> = {};
  if (draw([true, false, false, false])) headers["idempotency-key"] = `${prefix}-${draw(["k1", "k2"])}`;
  const { status, body } = await stage.submit(ask(tool, `${prefix}-${draw(["a", "b", "c"])}`, args, context), headers);
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** Whatever may happen to one of the intents, if it is in a state that allows it. */
async function happen(stage: Stage, tool: string, draw: Draw): Promise<void> {
  const rows = await stage.sql<{ id: string; state: string }>(
    "select id, state from intents where tool = $1 and successor_id is null order by id",
    tool,
  );
  if (rows.length === 0) return;
  const { id, state } = draw(rows);
  if (state === "held") return decideOrNot(stage, id, draw);
  if (state === "cleared") {
    if (draw([true, false, false, false, false])) {
      return void (await stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {}));
    }
    await stage.sql("update intents set due_at = now() - interval '1 second' where id = $1 and state = 'cleared'", id);
    await alignDue((sql) => stage.sql(sql));
    return stage.claim(id);
  }
  if (state === "executing") return stage.settle(id, draw(OUTCOMES));
  if (state === "in_doubt") {
    const body = draw([
      { outcome: "executed", effectId: "fx_9", evidence: "seen" },
      { outcome: "not_executed", evidence: "not there", then: "retry", confirmEarly: true },
    ]);
    return void (await stage.product.asOperator("POST", `/api/v1/intents/${id}/resolution`, body));
  }
  if (draw([true, false, false]))
    await stage.product.asOperator("POST", `/api/v1/intents/${id}/bypass`, { reason: "again" });
}

async function decideOrNot(stage: Stage, id: string, draw: Draw): Promise<void> {
  const how = draw(["approve", "approve", "choose", "edit", "deny", "expire"] as const);
  if (how === "deny") return void (await stage.deny(id));
  if (how === "expire") {
    await stage.outlastHold(id);
    // At once: that a test moved the clock of a hold is on no record, only that it is over.
    return void (await stage.sweep());
  }
  if (how === "edit") {
    const { args } = await stage.row(id);
    return void (await stage.approve(id, { args: { ...args, amount: 75 } }));
  }
  if (how === "choose") {
    const submissions = (await stage.submissions(id)).filter(({ refusal }) => refusal === null);
    return void (await stage.approve(id, { submissionId: draw(submissions)["id"] }));
  }
  await stage.approve(id);
}
