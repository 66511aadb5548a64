// Brings an intent into a state, whichever, through the product's own doors.
import type { Outcome } from "@/lib/domain/event";
import type { Body, Stage } from "./stage";

/** `undoable` is cleared by a person and not yet due, `frozen` cleared after an attempt that may have acted. */
export const LIVE = ["held", "cleared", "undoable", "frozen", "executing", "in_doubt"] as const;
export const REPLAYED = ["succeeded", "partial", "denied", "failed"] as const;
/** `overdue` is held, its time is over, and no sweeper has come by. */
export const REOPENED = ["transient", "refused", "expired", "overdue", "withdrawn"] as const;
export const STATES = [...LIVE, ...REPLAYED, ...REOPENED] as const;
export type Reached = (typeof STATES)[number];

const failure = { code: "broken", message: "it broke" };
const SUCCESS: Outcome = { class: "success", effectId: "fx_1", result: { id: "fx_1" } };
const UNKNOWN: Outcome = { class: "unknown", failure };
const NOT_SENT: Outcome = { class: "not_sent", failure, retryAfterMs: 0 };

/** The plan that the first submission must have had for the state to be reached. */
export function planFor(state: Reached): string {
  if (state === "refused") return "refuse";
  return ["held", "undoable", "denied", "expired", "overdue", "withdrawn"].includes(state) ? "hold" : "clear";
}

export async function bring(stage: Stage, body: Body, state: Reached): Promise<string> {
  const args = { ...(body["args"] as Body), plan: planFor(state) };
  const { body: answer } = await stage.submit({ ...body, args });
  const id = String(answer["id"]);
  await MOVES[state](stage, id);
  return id;
}

type Move = (stage: Stage, id: string) => Promise<unknown>;

const MOVES: Record<Reached, Move> = {
  held: async () => undefined,
  cleared: async () => undefined,
  refused: async () => undefined,
  undoable: (stage, id) => stage.approve(id),
  executing: (stage, id) => stage.claim(id),
  frozen: (stage, id) => stage.run(id, UNKNOWN),
  in_doubt: async (stage, id) => {
    await stage.run(id, UNKNOWN);
    await stage.run(id, UNKNOWN);
  },
  succeeded: (stage, id) => stage.run(id, SUCCESS),
  partial: (stage, id) => stage.run(id, { ...SUCCESS, class: "partial", effectId: "fx_2", correctiveAction: "mend" }),
  failed: (stage, id) => stage.run(id, { class: "definitive", failure }),
  transient: async (stage, id) => {
    await stage.run(id, NOT_SENT);
    await stage.run(id, NOT_SENT);
  },
  denied: (stage, id) => stage.deny(id),
  overdue: (stage, id) => stage.outlastHold(id),
  expired: async (stage, id) => {
    await stage.outlastHold(id);
    await stage.sweep();
  },
  withdrawn: (stage, id) => stage.product.asAgent("POST", `/api/v1/intents/${id}/withdraw`, {}),
};

/** What the row says while the intent is there. */
export function stateOf(state: Reached): string {
  const told: Partial<Record<Reached, string>> = {
    undoable: "cleared",
    frozen: "cleared",
    transient: "failed",
    overdue: "held",
  };
  return told[state] ?? state;
}
