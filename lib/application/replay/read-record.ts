/** The record of a tool as a stream of pages, in the order in which it was folded, ready for the replay. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Disposition } from "@/lib/domain/event";
import type { Asker } from "@/lib/domain/gate/prepare";
import type { Grant } from "@/lib/domain/grant/grant";
import type { HoldReason } from "@/lib/domain/intent";
import {
  askedOccurrence,
  type GateDecision,
  type RecordedLife,
  type RecordedSubmission,
} from "@/lib/domain/replay/recorded";
import type { Database } from "@/lib/store/database";
import { NO_LOCKS } from "@/lib/store/raw-transaction";
import {
  type RecordedRow,
  type RecordWanted,
  readAskers,
  readGrants,
  readLives,
  readRecordPage,
} from "@/lib/store/replay-read";
import { type ContractCatalog, ifReadable } from "../contract-catalog";

/** `recorded` is null where there is nothing left to replay. */
export type Read = { receivedAt: number; isErased: boolean; recorded: RecordedSubmission | null };

const PAGE_MAX = 2_000;
/** Ids come from the clocks of several processes: so many of a page wait for the next, to be put in order with it. */
const KEPT_BACK = 500;

type Deps = { db: Database; catalog: ContractCatalog };

export async function* readRecord(
  deps: Deps,
  wanted: RecordWanted,
  active: CompiledContract,
  readGrant: (grant: Grant) => Grant,
): AsyncGenerator<Read[]> {
  const about = makeAbout(deps, active, readGrant);
  let after = wanted.after;
  let kept: RecordedRow[] = [];
  for (;;) {
    const page = await readRecordPage(deps.db, { ...wanted, after }, PAGE_MAX);
    const rows = [...kept, ...page].sort(inOrder);
    const isLast = page.length < PAGE_MAX;
    const ready = isLast ? rows : rows.slice(0, -KEPT_BACK);
    kept = isLast ? [] : rows.slice(-KEPT_BACK);
    if (ready.length > 0) yield await about(ready);
    after = page.at(-1)?.id ?? after;
    if (isLast) return;
  }
}

function inOrder(one: RecordedRow, other: RecordedRow): number {
  const apart = one.receivedAt.getTime() - other.receivedAt.getTime();
  return apart !== 0 ? apart : one.id < other.id ? -1 : 1;
}

/** Remembers what several submissions share. */
function makeAbout({ db, catalog }: Deps, active: CompiledContract, readGrant: (grant: Grant) => Grant) {
  const lives = new Map<string, RecordedLife>();
  const askers = new Map<string, Asker>();
  const grants = new Map<string, Grant>();
  const highest = new Map<string, number>();
  const movers = new Map<number, boolean>([[active.version, movesOccurrence(active)]]);

  async function load(rows: RecordedRow[]): Promise<void> {
    const unread = rows.filter(({ intentId }) => !lives.has(intentId));
    for (const [id, life] of await readLives(db, unread)) lives.set(id, life);
    const agentIds = rows.flatMap(({ agentId }) => (agentId === null || askers.has(agentId) ? [] : [agentId]));
    for (const asker of await readAskers(db, [...new Set(agentIds)])) askers.set(asker.id, asker);
    const grantIds = rows.flatMap(({ decidedBy, rule }) => (decidedBy === "grant" && rule !== null ? [rule] : []));
    for (const grant of await readGrants(db, [...new Set(grantIds)])) grants.set(grant.id, readGrant(grant));
    const versions = new Set(rows.map(({ contractVersion }) => contractVersion).filter((one) => !movers.has(one)));
    for (const version of versions) movers.set(version, await movesAt(version));
  }

  async function movesAt(version: number): Promise<boolean> {
    const contract = await ifReadable(db.rawTransaction(NO_LOCKS, (tx) => catalog.versionOf(tx, active.tool, version)));
    return contract !== null && movesOccurrence(contract);
  }

  function occurrenceOf(row: RecordedRow): number {
    const { family, occurrence, verdict, contractVersion } = row;
    const highestBefore = family === null ? 0 : (highest.get(family) ?? 0);
    if (family !== null) highest.set(family, Math.max(highestBefore, occurrence));
    const movesByItself = movers.get(contractVersion) ?? false;
    return askedOccurrence({ ...row, opens: verdict !== null, movesByItself, highestBefore });
  }

  return async (rows: RecordedRow[]): Promise<Read[]> => {
    await load(rows);
    return rows.map((row) => {
      const { isErased, agentId } = row;
      const receivedAt = row.receivedAt.getTime();
      const asker = agentId === null ? null : (askers.get(agentId) ?? null);
      const isReadable = !isErased && (asker !== null) === (agentId !== null);
      const life = lives.get(row.intentId) ?? { segments: [], isTransient: false };
      const grant = row.decidedBy === "grant" ? (grants.get(row.rule ?? "") ?? null) : null;
      const occurrence = occurrenceOf(row);
      const recorded = isReadable ? toRecorded(row, { asker, life, grant, occurrence }) : null;
      return { receivedAt, isErased, recorded };
    });
  };
}

type About = Pick<RecordedSubmission, "asker" | "life" | "grant" | "occurrence">;

function toRecorded(row: RecordedRow, about: About): RecordedSubmission {
  const { id, intentId, args, argsDigest, run, step, session, callerKey, contractVersion, refusal } = row;
  const { edited, predecessorId } = row;
  return {
    id,
    intentId,
    receivedAt: row.receivedAt.getTime(),
    args,
    argsDigest,
    run,
    step,
    session,
    callerKey,
    contractVersion,
    disposition: row.disposition as Disposition,
    refusal,
    decision: toDecision(row),
    edited,
    predecessorId,
    ...about,
  };
}

function toDecision({ verdict, rule, reasons }: RecordedRow): GateDecision | null {
  if (verdict === null) return null;
  return { verdict: verdict as GateDecision["verdict"], rule, reasons: (reasons ?? []) as HoldReason[] };
}

/** Under these rules the gate itself gives the next occurrence. */
function movesOccurrence({ duplicates, definition }: CompiledContract): boolean {
  return duplicates.same === "allow" || definition.mode === "observe";
}
