/** Reads the amounts of intents that are older than finding by amount, each under its own contract, oldest first. */
import { type IntentAmount, intentAmount } from "@/lib/domain/intent-amount";
import { normaliseArgs } from "@/lib/domain/normalise/normalise-args";
import { insertMissing, lockBackfill, moveBackfill, nextUnread, type Unread } from "@/lib/store/amount-backfill";
import type { Database, Tx } from "@/lib/store/database";
import { ifReadable } from "./contract-catalog";
import type { VersionOf } from "./intake/pending";

export type BackfillDeps = { db: Database; versionOf: VersionOf };

const BATCH = 500;
const TURN_BATCHES_MAX = 20;

/** Returns how many it looked at; 0: nothing is left to do. */
export async function backfillAmounts(deps: BackfillDeps): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < TURN_BATCHES_MAX; batch += 1) {
    const read = await deps.db.transaction((tx) => readBatch(tx, deps));
    if (read === 0) break;
    count += read;
  }
  return count;
}

async function readBatch(tx: Tx, { versionOf }: BackfillDeps): Promise<number> {
  const left = await lockBackfill(tx);
  if (left === null) return 0;
  const rows = await nextUnread(tx, left, BATCH);
  const found: { row: Unread; amount: IntentAmount }[] = [];
  for (const row of rows) {
    const amount = await amountOf(tx, versionOf, row);
    if (amount !== null) found.push({ row, amount });
  }
  await insertMissing(tx, found);
  await moveBackfill(tx, rows.at(-1)?.id ?? null);
  return rows.length;
}

/** Args that were erased have none, and neither have those of a version that cannot be read. */
async function amountOf(tx: Tx, versionOf: VersionOf, row: Unread): Promise<IntentAmount | null> {
  const contract = await ifReadable(versionOf(tx, row.tool, row.contractVersion));
  if (contract === null) return null;
  const read = normaliseArgs(contract.fields, row.args);
  return read.ok ? intentAmount(contract.definition.fields, read.fields) : null;
}
