/**
 * The columns of the hot tables, once: property name → column and type. Rows go in as sets, one array a column
 * (`row-arrays`), so that a batch of a hundred costs one round trip.
 */
import { hexSql } from "./digests";
import type { Writer } from "./raw-transaction";
import { type Columns, insertArraysSql, toArrays } from "./row-arrays";

const text = (column: string) => [column, "text"] as const;
const integer = (column: string) => [column, "integer"] as const;
/** Binary in the store, hexadecimal everywhere else. */
const digest = (column: string) => [column, "digest"] as const;
const json = (column: string) => [column, "json"] as const;
const flag = (column: string) => [column, "boolean"] as const;
const instant = (column: string) => [column, "timestamptz(3)"] as const;

/** Set when the intent is opened and never again. */
const INTENT_FIXED = {
  id: text("id"),
  namespace: text("namespace"),
  tool: text("tool"),
  effect: text("effect"),
  stem: digest("stem"),
  key: digest("key"),
  generation: integer("generation"),
  context: json("context"),
  identity: json("identity"),
  identityDigest: digest("identity_digest"),
  agentId: text("agent_id"),
  run: text("run"),
  step: text("step"),
  session: text("session"),
  callerKey: text("caller_key"),
  derivation: text("derivation"),
  occurrence: integer("occurrence"),
  family: digest("family"),
  predecessorId: text("predecessor_id"),
  createdAt: instant("created_at"),
} satisfies Columns;

/** What a transition may change. */
export const INTENT_CHANGING = {
  contractVersion: integer("contract_version"),
  fingerprint: digest("fingerprint"),
  args: json("args"),
  argsDigest: digest("args_digest"),
  submissionId: text("submission_id"),
  submissionCount: integer("submission_count"),
  state: text("state"),
  hold: json("hold"),
  holdExpiresAt: instant("hold_expires_at"),
  clearedBy: json("cleared_by"),
  decidedDigest: digest("decided_digest"),
  dueAt: instant("due_at"),
  undoUntil: instant("undo_until"),
  attemptId: text("attempt_id"),
  attemptStartedAt: instant("attempt_started_at"),
  leaseUntil: instant("lease_until"),
  fence: integer("fence"),
  countedCount: integer("counted_count"),
  mayHaveActed: flag("may_have_acted"),
  firstStartedAt: instant("first_started_at"),
  lastEndedAt: instant("last_ended_at"),
  doubtSince: instant("doubt_since"),
  probeAt: instant("probe_at"),
  doubt: json("doubt"),
  result: json("result"),
  effectId: text("effect_id"),
  correctiveAction: text("corrective_action"),
  failure: json("failure"),
  transient: flag("transient"),
  endedBy: text("ended_by"),
  endedReason: text("ended_reason"),
  endedAt: instant("ended_at"),
  windowEndsAt: instant("window_ends_at"),
  successorId: text("successor_id"),
  version: integer("version"),
} satisfies Columns;

export const INTENTS = { ...INTENT_FIXED, ...INTENT_CHANGING };

export const JOURNAL = {
  at: instant("at"),
  id: text("id"),
  type: text("type"),
  actorKind: text("actor_kind"),
  actorId: text("actor_id"),
  namespace: text("namespace"),
  intentId: text("intent_id"),
  subject: text("subject"),
  data: json("data"),
  follows: json("follows"),
  salt: text("salt"),
  detail: json("detail"),
  drifted: flag("drifted"),
  callsBack: flag("calls_back"),
} satisfies Columns;

/** What is read from the journal as a submission (the view `submissions`). */
export const SUBMISSIONS = {
  id: text("id"),
  intentId: text("intent_id"),
  namespace: text("namespace"),
  agentId: text("agent_id"),
  operatorId: text("operator_id"),
  disposition: text("disposition"),
  refusal: text("refusal"),
  contractVersion: integer("contract_version"),
  args: json("args"),
  executableArgs: json("executable_args"),
  argsDigest: text("args_digest"),
  fingerprint: text("fingerprint"),
  differences: json("differences"),
  resembles: json("resembles"),
  observed: json("observed"),
  edited: flag("edited"),
  run: text("run"),
  step: text("step"),
  session: text("session"),
  callerKey: text("caller_key"),
  reason: text("reason"),
  metadata: json("metadata"),
  callbackUrl: text("callback_url"),
  receivedAt: instant("received_at"),
} satisfies Columns;

/** The row of the journal that a submission, decision or attempt of this id is read from, in SQL. */
export const eventIdOf = (id: string) => `'evt_' || substr(${id}, 5)`;

export function pick<C extends Columns, P extends keyof C>(columns: C, properties: readonly P[]): Pick<C, P> {
  return Object.fromEntries(properties.map((property) => [property, columns[property]])) as Pick<C, P>;
}

/** `id, intent_id as "intentId", …` with an optional table alias. */
export function selectList(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? "" : `${alias}.`;
  return Object.entries(columns)
    .map(([property, [column, type]]) => {
      const value = `${prefix}${column}`;
      return `${type === "digest" ? hexSql(value) : value} as "${property}"`;
    })
    .join(", ");
}

/** `"id" text, "intentId" text, …`: the shape of one JSON document's rows. */
export function recordShape(columns: Columns): string {
  return Object.entries(columns)
    .map(([property, [, type]]) => `"${property}" ${type}`)
    .join(", ");
}

export async function insertRows<C extends Columns>(
  tx: Writer,
  table: string,
  columns: C,
  rows: { [P in keyof C]: unknown }[],
): Promise<void> {
  if (rows.length === 0) return;
  const filled = toArrays(columns, rows);
  await tx.$executeRawUnsafe(insertArraysSql(table, filled, 1), ...filled.arrays);
}
