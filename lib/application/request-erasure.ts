/**
 * Somebody's raw values are to go: found by an identity value, as each contract reads it. The value is used to search
 * and is not kept; what stays is which intents were found. A worker erases them, those that are open when they end.
 */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { IdPrefix } from "@/lib/domain/id";
import { isIdentifiedBy } from "@/lib/domain/identified";
import { everyDigest } from "@/lib/domain/identity-values";
import { enginesThen, notCarried } from "@/lib/domain/normalise/engines";
import type { Database, Tx } from "@/lib/store/database";
import { type CandidateRow, type ErasureItem, insertErasure, listCandidates } from "@/lib/store/erasures";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import type { ErasureBody } from "@/lib/wire/erasure";
import { ifReadable } from "./contract-catalog";
import { requireStillWhole, requireWholeHistory } from "./history/catch-up";
import type { VersionOf } from "./intake/pending";
import { readApart } from "./read-apart";

const PAGE = 1_000;
/** At once; what was erased is not found again, so asking once more takes the rest. */
const FOUND_MAX = 100_000;

export type ErasureDeps = { db: Database; newId: (prefix: IdPrefix) => string; versionOf: VersionOf };
export type ErasureInput = { operator: StoredOperator; body: ErasureBody };
export type Found = { items: ErasureItem[]; openCount: number; byTool: Record<string, number> };

/** What an erasure would be about. Changes nothing. */
export async function findErasable(deps: ErasureDeps, body: ErasureBody): Promise<Found> {
  const whole = await requireWholeHistory(deps);
  return deps.db.transaction(async (tx) => {
    const found = await search(tx, deps, body);
    await requireStillWhole(tx, whole);
    return found;
  });
}

export async function requestErasure(deps: ErasureDeps, { operator, body }: ErasureInput): Promise<string> {
  const id = deps.newId("era");
  const whole = await requireWholeHistory(deps);
  await deps.db.transaction(async (tx) => {
    const { items } = await search(tx, deps, body);
    await requireStillWhole(tx, whole);
    const at = await databaseNow(tx);
    const { tool = null, reference = null } = body;
    const about = { id, reference, tool, requestedBy: operator.id, foundCount: items.length };
    await insertErasure(tx, { ...about, createdAt: new Date(at) }, items);
    const data = { found: items.length, ...(tool === null ? {} : { tool }) };
    const actor = { kind: "operator", id: operator.id } as const;
    const event = { type: "erasure.requested", actor, namespace: null, intentId: null, subject: id, data };
    await recordEvents(tx, deps.newId, at, [event]);
  });
  return id;
}

async function search(tx: Tx, deps: ErasureDeps, { identity, tool }: ErasureBody): Promise<Found> {
  // Without a prototype: a tool may be called `constructor`.
  const found: Found = { items: [], openCount: 0, byTool: Object.create(null) as Found["byTool"] };
  const digests = everyDigest(identity);
  for (let after = ""; ; ) {
    const rows = await listCandidates(tx, { digests, after, limit: PAGE });
    for (const row of rows) {
      if (tool !== undefined && row.tool !== tool) continue;
      const items = await itemsOf(tx, deps, row, identity);
      if (items.length === 0) continue;
      found.items.push(...items);
      found.byTool[row.tool] = (found.byTool[row.tool] ?? 0) + 1;
      // What strayed to an open intent does not wait for its end.
      if (row.isOpen) found.openCount += items.filter(({ submissionId }) => submissionId === "").length;
    }
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined || found.items.length >= FOUND_MAX) return found;
    after = last.id;
  }
}

/** The whole intent, or only submissions that strayed to it under a caller's key and are about this person. */
async function itemsOf(tx: Tx, deps: ErasureDeps, row: CandidateRow, identity: string): Promise<ErasureItem[]> {
  const whole = [{ intentId: row.id, submissionId: "" }];
  const contract = await ifReadable(deps.versionOf(tx, row.tool, row.contractVersion));
  // Whom it is about cannot be said: it is set aside, and a finding names its version.
  if (contract === null) return [];
  const readers = [contract, ...(await readerThen(tx, deps, row, contract))];
  if (readers.some(({ fields }) => isIdentifiedBy(fields, row.identity, identity))) return whole;
  const { apart } = await readApart(tx, deps.versionOf, [row.id]);
  const about = apart.filter((one) => isIdentifiedBy(one.fields, one.identity, identity));
  // It was erased before, and somebody asked for it once more.
  if (about.some(({ isStray }) => !isStray)) return whole;
  return about.map(({ intentId, submissionId }) => ({ intentId, submissionId }));
}

/** An identity is spelled as the engines spelled it that made its key. None, where this release does not carry them. */
async function readerThen(
  tx: Tx,
  { versionOf }: ErasureDeps,
  { tool, contractVersion, engines }: CandidateRow,
  { definition }: CompiledContract,
): Promise<CompiledContract[]> {
  if (engines === null || notCarried(definition.fields, engines).length > 0) return [];
  return [await versionOf(tx, tool, contractVersion, enginesThen(definition.fields, engines))];
}
