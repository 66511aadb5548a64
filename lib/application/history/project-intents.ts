/**
 * Projects intents as they stand: what lists filter and sort by, values of their identity, and their amount, which only
 * their contract can read.
 *
 *  J1 Nothing is taken from what happened but which intents to look at: whatever order it is told in, however often, the
 *     rows are the same.
 *  J2 What was erased is not there to be projected. The amount stays, as it does with the intent (decision 024).
 */
import { isErased } from "@/lib/domain/erased";
import type { IntentAmount } from "@/lib/domain/intent-amount";
import {
  type FoundBy,
  type ProjectedAmount,
  type ProjectedIntent,
  writeFoundBy,
  writeHistory,
} from "@/lib/store/projection/rows";
import type { PipelinedTx } from "@/lib/store/raw-transaction";
import { ifReadable } from "../contract-catalog";
import { EngineNotCarriedError, NotFoundError } from "../errors";
import type { VersionOf } from "../intake/pending";
import { readAmount } from "../read-amount";
import { readApart } from "../read-apart";

/** In slices: whatever else this process does waits for none of it. */
const SLICE = 100;

type Wanted = {
  intentIds: string[];
  /** With these of them submissions may be kept that ask for something else; `all`: with any. */
  apart: ReadonlySet<string> | "all";
  /** Also what is shown as it is. */
  anew?: boolean;
  /** What is not shown may have been, and its amount was kept. */
  isRebuilding: boolean;
};

/** Under the lock of the projection; written with the commit. */
export async function projectIntents(tx: PipelinedTx, versionOf: VersionOf, wanted: Wanted): Promise<void> {
  const { intentIds, apart, anew = false, isRebuilding } = wanted;
  if (intentIds.length === 0) return;
  const rows = await writeHistory(tx, intentIds, anew);
  const found = new Map<string, FoundBy>();
  for (const [index, row] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
    const read = await amountOf(tx, versionOf, row);
    const amount = read && { ...read, tool: row.tool };
    const isNew = !row.isKnown && !isRebuilding;
    found.set(row.id, { intentId: row.id, identities: [row.identity], isNew, ...toKeep(amount, !isNew) });
  }
  const erased = new Set(rows.filter(isErased).map(({ id }) => id));
  const kept = apart === "all" ? intentIds : intentIds.filter((id) => apart.has(id) || erased.has(id));
  for (const { intentId, identity } of (await readApart(tx, versionOf, kept)).apart) {
    const known = found.get(intentId);
    if (known === undefined) found.set(intentId, { intentId, identities: [identity] });
    else known.identities.push(identity);
  }
  await writeFoundBy(tx.atCommit, [...found.values()]);
}

/** Undefined: of args that were erased, or that this release cannot read. */
async function amountOf(
  tx: PipelinedTx,
  versionOf: VersionOf,
  row: ProjectedIntent,
): Promise<IntentAmount | null | undefined> {
  if (isErased(row)) return undefined;
  const contract = await contractOf(tx, versionOf, row);
  return contract === null ? undefined : readAmount(contract, row.args);
}

/** Of what is new there is nothing to remove. */
function toKeep(amount: ProjectedAmount | null | undefined, mayBeThere: boolean): Pick<FoundBy, "amount"> {
  return amount === undefined || (amount === null && !mayBeThere) ? {} : { amount };
}

/** A contract that is not there, or not for this release, keeps nothing else from being projected. */
async function contractOf(tx: PipelinedTx, versionOf: VersionOf, { tool, contractVersion }: ProjectedIntent) {
  try {
    return await ifReadable(versionOf(tx, tool, contractVersion));
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof EngineNotCarriedError) return null;
    throw error;
  }
}
