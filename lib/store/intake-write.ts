/** What a flush of intake writes, as sets and (nearly always) in one statement. */
import { AUDIT_EVENTS, DECISIONS, INTENTS, SUBMISSIONS } from "./columns";
import { FINDINGS } from "./findings";
import type { IntentRow } from "./intent-row";
import { type IntentChange, saveIntents } from "./intents";
import type { PipelinedTx } from "./raw-transaction";
import { type Columns, insertArraysSql, type RowArrays, toArrays } from "./row-arrays";

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

const CALLER_KEYS = {
  digest: ["digest", "text"],
  intentId: ["intent_id", "text"],
  identityDigest: ["identity_digest", "text"],
} satisfies Columns;

const COUNTED = { id: ["id", "text"], added: ["added", "integer"] } satisfies Columns;

const KNOWN_OWNER = " on conflict (digest, intent_id) do nothing";

type Part = { columns: Columns; sql: (arrays: RowArrays, first: number) => string };

const inserts = (table: string, columns: Columns, more = ""): Part => ({
  columns,
  sql: (arrays, first) => insertArraysSql(table, arrays, first) + more,
});

const SETS: Record<Exclude<keyof IntakeSets, "changes">, Part> = {
  counted: {
    columns: COUNTED,
    sql: (_, first) => `update intents i set submission_count = i.submission_count + r.added
     from unnest($${first}::text[], $${first + 1}::integer[]) as r(id, added) where i.id = r.id`,
  },
  intents: inserts("intents", INTENTS),
  submissions: inserts("submissions", SUBMISSIONS),
  decisions: inserts("decisions", DECISIONS),
  events: inserts("audit_events", AUDIT_EVENTS),
  callerKeys: inserts("caller_keys", CALLER_KEYS, KNOWN_OWNER),
  findings: inserts("findings", FINDINGS),
};

type Filled = { name: keyof typeof SETS; arrays: RowArrays };

export async function writeIntake(tx: PipelinedTx, sets: IntakeSets): Promise<void> {
  // Before the inserts: a predecessor must have left the live index when its successor arrives.
  await saveIntents(tx.atCommit, sets.changes);
  const filled: Filled[] = [];
  for (const name of Object.keys(SETS) as (keyof typeof SETS)[]) {
    if (sets[name].length > 0) filled.push({ name, arrays: toArrays(SETS[name].columns, sets[name]) });
  }
  if (filled.length === 0) return;
  await tx.atCommit.$executeRawUnsafe(statementFor(filled), ...filled.flatMap(({ arrays }) => arrays.arrays));
}

/** Batches differ in which columns they fill; the usual mixtures are few, and each is a prepared statement. */
const STATEMENTS_MAX = 200;
const statements = new Map<string, string>();

function statementFor(filled: Filled[]): string {
  const shape = filled.map(({ name, arrays }) => `${name}: ${arrays.shape}`).join("\n");
  const known = statements.get(shape);
  if (known !== undefined) return known;
  let first = 1;
  const parts = filled.map(({ name, arrays }) => {
    const sql = SETS[name].sql(arrays, first);
    first += arrays.arrays.length;
    return sql;
  });
  const last = parts.pop() ?? "";
  const before = parts.map((part, index) => `w${index} as (${part})`);
  const statement = before.length === 0 ? last : `with ${before.join(",\n")}\n${last}`;
  if (statements.size < STATEMENTS_MAX) statements.set(shape, statement);
  return statement;
}
