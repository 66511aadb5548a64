/** What a flush of intake writes, as sets and (nearly always) in one statement. */
import { AUDIT_EVENTS, DECISIONS, INTENTS, recordShape, SUBMISSIONS } from "./columns";
import type { IntentRow } from "./intent-row";
import { type IntentChange, saveIntents } from "./intents";
import type { RawTx } from "./raw-transaction";

export type IntakeSets = {
  /** Submissions that only joined: nothing but the count changes. */
  counted: { id: string; added: number }[];
  changes: IntentChange[];
  intents: IntentRow[];
  submissions: Record<keyof typeof SUBMISSIONS, unknown>[];
  decisions: Record<keyof typeof DECISIONS, unknown>[];
  events: Record<keyof typeof AUDIT_EVENTS, unknown>[];
  callerKeys: { digest: string; intentId: string; identityDigest: string }[];
  findings: Record<keyof typeof FINDINGS, unknown>[];
};

type Columns = Record<string, readonly [column: string, type: string]>;

const FINDINGS = {
  id: ["id", "text"],
  kind: ["kind", "text"],
  namespace: ["namespace", "text"],
  tool: ["tool", "text"],
  intentId: ["intent_id", "text"],
  submissionId: ["submission_id", "text"],
  data: ["data", "json"],
  createdAt: ["created_at", "timestamptz(3)"],
} satisfies Columns;

const CALLER_KEYS = {
  digest: ["digest", "text"],
  intentId: ["intent_id", "text"],
  identityDigest: ["identity_digest", "text"],
} satisfies Columns;

const KNOWN_OWNER = " on conflict (digest, intent_id) do nothing";

const insertSql =
  (table: string, columns: Columns, more = "") =>
  (parameter: number) => {
    const names = Object.values(columns).map(([column]) => column);
    const values = Object.keys(columns).map((property) => `r."${property}"`);
    return `insert into ${table} (${names.join(", ")}) select ${values.join(", ")}
    from json_to_recordset($${parameter}::json) as r(${recordShape(columns)})${more}`;
  };

const SETS = {
  counted: (parameter: number) =>
    `update intents i set submission_count = i.submission_count + r.added
     from json_to_recordset($${parameter}::json) as r(id text, added integer) where i.id = r.id`,
  intents: insertSql("intents", INTENTS),
  submissions: insertSql("submissions", SUBMISSIONS),
  decisions: insertSql("decisions", DECISIONS),
  events: insertSql("audit_events", AUDIT_EVENTS),
  callerKeys: insertSql("caller_keys", CALLER_KEYS, KNOWN_OWNER),
  findings: insertSql("findings", FINDINGS),
};

export async function writeIntake(tx: RawTx, sets: IntakeSets): Promise<void> {
  // Before the inserts: a predecessor must have left the live index when its successor arrives.
  await saveIntents(tx, sets.changes);
  const parts: string[] = [];
  const values: string[] = [];
  for (const [name, sql] of Object.entries(SETS)) {
    const rows = sets[name as keyof typeof SETS];
    if (rows.length === 0) continue;
    values.push(JSON.stringify(rows.map(withoutNulls)));
    parts.push(sql(values.length));
  }
  const last = parts.pop();
  if (last === undefined) return;
  const before = parts.map((part, index) => `w${index} as (${part})`);
  await tx.$executeRawUnsafe(before.length === 0 ? last : `with ${before.join(",\n")}\n${last}`, ...values);
}

/** What is absent is null to Postgres as well, and most columns of a new intent are. */
function withoutNulls(row: object): object {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) kept[name] = value;
  return kept;
}
