/**
 * One turn of the worker's loop: asks for an audit when the schedule says so, takes the one that is to be done, and
 * goes through its intents page by page. What it knows is kept with how far it came, so that whoever takes over after a
 * crash goes on from there.
 */
import type { AuditEvent } from "@/lib/domain/actor";
import { firstIdAt, type IdPrefix } from "@/lib/domain/id";
import { type AuditCase, keepCases } from "@/lib/domain/key-audit/cases";
import { type ToolAudits, type ToolResult, toResult } from "@/lib/domain/key-audit/tool-audit";
import type { Database } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { type KeyedFinding, raiseFindings } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { countIntents, readIntentPage } from "@/lib/store/key-audit-read";
import {
  endKeyAudit,
  type HeldKeyAudit,
  keepKeyAudit,
  readSchedule,
  releaseKeyAudit,
  saveKeyAudit,
  takeKeyAudit,
} from "@/lib/store/key-audits";
import type { ContractCatalog } from "../contract-catalog";
import { ConflictError } from "../errors";
import { DEFAULT_RANGE_MS, requestKeyAudit } from "../request-key-audit";
import { auditPage } from "./audit-page";
import { findCollisions } from "./find-collisions";

export type KeyAuditDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  catalog: Pick<ContractCatalog, "version">;
  workerId: string;
  intervalMs: number;
  /** The worker stops: let go after this page. */
  isStopping: () => boolean;
};

const PAGE_MAX = 500;
const LEASE_MS = 60_000;
const FAILURE_CHARS_MAX = 500;

type Partial = { tools: ToolAudits; cases: AuditCase[] };

export async function runKeyAudits(deps: KeyAuditDeps): Promise<number> {
  await askIfDue(deps);
  const held = await deps.db.transaction(async (tx) => {
    const taken = await takeKeyAudit(tx, deps.workerId, LEASE_MS);
    if (taken?.isFirstTake) {
      await recordEvents(tx, deps.newId, await databaseNow(tx), [eventOf(deps, taken, "started", {})]);
    }
    return taken;
  });
  if (held === null) return 0;
  try {
    await audit(deps, held);
  } catch (error) {
    // A store that is away says nothing about the audit: its lease runs out, and it goes on where it was.
    if (!isUnreachable(error)) await fail(deps, held, error);
    throw error;
  }
  return 1;
}

async function askIfDue({ db, newId, intervalMs }: KeyAuditDeps): Promise<void> {
  const { ranAt, auditedTo } = await readSchedule(db.client);
  const nowMs = await databaseNow(db.client);
  if (ranAt === null || nowMs < ranAt.getTime() + intervalMs) return;
  const by = { kind: "system", id: "schedule" } as const;
  const fromMs = auditedTo?.getTime() ?? nowMs - Math.max(intervalMs, DEFAULT_RANGE_MS);
  try {
    await requestKeyAudit({ db, newId }, { fromMs, toMs: null, by });
  } catch (error) {
    // Another worker was faster, or somebody asked for one.
    if (!(error instanceof ConflictError)) throw error;
  }
}

async function audit(deps: KeyAuditDeps, held: HeldKeyAudit): Promise<void> {
  const { db } = deps;
  const range = toRange("int", held);
  const { tools, cases } = (held.partial ?? { tools: {}, cases: [] }) as Partial;
  let kept = cases;
  const total = held.total ?? (await countIntents(db, range));
  let { cursor, done } = held;
  for (;;) {
    const after = cursor === "" ? range.after : cursor;
    const page = await readIntentPage(db, { ...range, after }, PAGE_MAX);
    kept = keepCases(kept, await auditPage(deps, tools, page));
    done += page.length;
    cursor = page.at(-1)?.id ?? cursor;
    const partial: Partial = { tools, cases: kept };
    if (!(await saveKeyAudit(db.client, held, { cursor, done, total, partial }, LEASE_MS))) return;
    if (page.length < PAGE_MAX) break;
    if (deps.isStopping()) return releaseKeyAudit(db.client, held);
  }
  const isStillOurs = () => keepKeyAudit(db.client, held, LEASE_MS);
  const collisions = await findCollisions(db, tools, toRange("fnd", held), isStillOurs);
  if (collisions !== null) await finish(deps, held, { tools, cases: keepCases(kept, collisions) }, done);
}

/** Just before the first id of the window; ids of the same instant are in it. */
function toRange(prefix: IdPrefix, { windowFrom, windowTo }: HeldKeyAudit) {
  return { after: firstIdAt(prefix, windowFrom.getTime()), before: firstIdAt(prefix, windowTo.getTime()) };
}

async function finish(deps: KeyAuditDeps, held: HeldKeyAudit, { tools, cases }: Partial, done: number): Promise<void> {
  const results = Object.fromEntries(Object.entries(tools).map(([tool, found]) => [tool, toResult(found)]));
  await deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    if (!(await endKeyAudit(tx, held, { at: new Date(atMs), done, result: { tools: results } }))) return;
    const findings = await raiseFindings(
      tx,
      cases.map((one) => toFinding(deps, one, atMs)),
    );
    const data = { state: "finished", intents: done, ...countsOf(results), findings: findings.length };
    await recordEvents(tx, deps.newId, atMs, [eventOf(deps, held, "ended", data)]);
  });
}

async function fail(deps: KeyAuditDeps, held: HeldKeyAudit, error: unknown): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_CHARS_MAX) || "Unknown.";
    if (!(await endKeyAudit(tx, held, { at: new Date(atMs), done: held.done, failure }))) return;
    await recordEvents(tx, deps.newId, atMs, [eventOf(deps, held, "ended", { state: "failed" })]);
  });
}

function countsOf(results: Record<string, ToolResult>) {
  const all = Object.values(results);
  const sum = (of: (result: ToolResult) => number) => all.reduce((total, result) => total + of(result), 0);
  return {
    collisions: sum(({ collisions }) => collisions.count),
    splits: sum(({ lookalikes, nearIdentical }) => lookalikes.count + nearIdentical.spelling),
    suggestions: sum(({ suggestions }) => suggestions.length),
  };
}

function toFinding({ newId }: KeyAuditDeps, { kind, about, data }: AuditCase, atMs: number): KeyedFinding {
  const at = new Date(atMs);
  const { otherId } = data as { otherId?: string };
  const key = [kind, about.id, ...(otherId === undefined ? [] : [otherId])].join(":");
  const { id: intentId, namespace, tool } = about;
  const seen = { createdAt: at, seenAt: at, reconciliationId: null };
  return { id: newId("fnd"), kind, key, namespace, tool, intentId, submissionId: null, data, ...seen };
}

function eventOf(
  { workerId }: KeyAuditDeps,
  { id }: HeldKeyAudit,
  what: "started" | "ended",
  data: Record<string, unknown>,
): AuditEvent {
  const actor = { kind: "worker", id: workerId } as const;
  return { type: `key_audit.${what}`, actor, namespace: null, intentId: null, subject: id, data };
}
