/** What a flush of intake writes, as sets and (nearly always) in one statement. */
import { INTENTS } from "./columns";
import { openedDueWrite } from "./due-writes";
import { FINDINGS } from "./findings";
import type { IntentRow } from "./intent-row";
import type { PipelinedTx } from "./raw-transaction";
import { noteReached } from "./reached-states";
import { type Columns, isNamed, toArrays } from "./row-arrays";
import { type IntentChange, saveIntents } from "./save-intents";
import { insertion, type Write, writeTogether } from "./write-together";

export type IntakeSets = {
  /** Submissions that only joined: nothing but the count changes. */
  counted: { id: string; added: number }[];
  changes: IntentChange[];
  intents: IntentRow[];
  journal: Write | null;
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

export async function writeIntake(tx: PipelinedTx, sets: IntakeSets): Promise<void> {
  // Before the inserts: a predecessor must have left the live index when its successor arrives.
  await saveIntents(tx.atCommit, sets.changes);
  for (const { state } of sets.intents) noteReached(tx.atCommit, state);
  await writeTogether(tx.atCommit, [
    countedWrite(sets.counted),
    insertion("intents", INTENTS, sets.intents),
    openedDueWrite(sets.intents),
    sets.journal,
    insertion("caller_keys", CALLER_KEYS, sets.callerKeys, KNOWN_OWNER),
    insertion("findings", FINDINGS, sets.findings),
  ]);
}

function countedWrite(counted: IntakeSets["counted"]): Write | null {
  if (counted.length === 0) return null;
  const { shape, arrays } = toArrays(COUNTED, counted);
  const sql = (first: number) => `update intents i set submission_count = i.submission_count + r.added
     from unnest($${first}::text[], $${first + 1}::integer[]) as r(id, added)
     where ${isNamed("i.id", first)} and i.id = r.id`;
  return { shape: `counted: ${shape}`, values: arrays, sql };
}
