/**
 * One turn of the worker's loop: asks for an audit when the schedule says so, takes the one that is to be done, and
 * goes through its intents page by page. What it knows is kept with how far it came, so that whoever takes over after a
 * crash goes on from there.
 */
import type { AuditEvent } from "@/lib/domain/actor";
import { firstIdAt, type IdPrefix } from "@/lib/domain/id";
import { addCollision, effectIdsIn, type ToolResult, toResult } from "@/lib/domain/key-audit/tool-audit";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { type KeyedFinding, raiseFindings } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { countIntents, readEffectFindings, readIntentPage } from "@/lib/store/key-audit-read";
import {
  endKeyAudit,
  type HeldKeyAudit,
  releaseKeyAudit,
  saveKeyAudit,
  scheduleRanAt,
  takeKeyAudit,
} from "@/lib/store/key-audits";
import type { ContractCatalog } from "../contract-catalog";
import { ConflictError } from "../errors";
import { requestKeyAudit } from "../request-key-audit";
import { auditPage, type Raised, type Tools, toolOf } from "./audit-page";

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
/** People look at some of them; the numbers tell how many there are. */
const FINDINGS_MAX = 100;
const FAILURE_CHARS_MAX = 500;
const EFFECT_FINDINGS = ["late_settle", "late_probe", "duplicate", "mismatch"];

type Partial = { tools: Tools; raised: Raised[] };

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
  const ranAt = await scheduleRanAt(db.client);
  if (ranAt === null || (await databaseNow(db.client)) < ranAt.getTime() + intervalMs) return;
  const by = { kind: "system", id: "schedule" } as const;
  try {
    await requestKeyAudit({ db, newId }, { fromMs: null, toMs: null, by });
  } catch (error) {
    // Another worker was faster, or somebody asked for one.
    if (!(error instanceof ConflictError)) throw error;
  }
}

async function audit(deps: KeyAuditDeps, held: HeldKeyAudit): Promise<void> {
  const { db } = deps;
  const range = toRange("int", held);
  const { tools, raised } = (held.partial ?? { tools: {}, raised: [] }) as Partial;
  const total = held.total ?? (await countIntents(db, range));
  let { cursor, done } = held;
  for (;;) {
    const after = cursor === "" ? range.after : cursor;
    const page = await readIntentPage(db, { ...range, after }, PAGE_MAX);
    raised.push(...(await auditPage(deps, tools, page)));
    raised.splice(FINDINGS_MAX);
    done += page.length;
    cursor = page.at(-1)?.id ?? cursor;
    const partial = { tools, raised };
    if (!(await saveKeyAudit(db.client, held, { cursor, done, total, partial }, LEASE_MS))) return;
    if (page.length < PAGE_MAX) break;
    if (deps.isStopping()) return releaseKeyAudit(db.client, held);
  }
  raised.push(...(await findCollisions(db, tools, held)));
  raised.splice(FINDINGS_MAX);
  await finish(deps, held, { tools, raised }, done);
}

/** What settles, probes and reconciliations have found out since. */
async function findCollisions(db: Database, tools: Tools, held: HeldKeyAudit): Promise<Raised[]> {
  const raised: Raised[] = [];
  const seen = new Set<string>();
  for (const kind of EFFECT_FINDINGS) {
    const range = toRange("fnd", held);
    for (let { after } = range; ; ) {
      const page = await readEffectFindings(db, kind, { ...range, after }, PAGE_MAX);
      for (const { intentId, tool, namespace, data, effectId } of page) {
        const effectIds = effectIdsIn(data, effectId);
        if (seen.has(intentId)) continue;
        if (!addCollision(toolOf(tools, tool), { intentId, effectIds, source: kind })) continue;
        seen.add(intentId);
        const about = { id: intentId, tool, namespace } as Raised["about"];
        if (raised.length < FINDINGS_MAX)
          raised.push({ kind: "key_collision", about, data: { effectIds, source: kind } });
      }
      if (page.length < PAGE_MAX) break;
      after = page.at(-1)?.id ?? range.before;
    }
  }
  return raised;
}

/** Just before the first id of the window; ids of the same instant are in it. */
function toRange(prefix: IdPrefix, { windowFrom, windowTo }: HeldKeyAudit) {
  return { after: firstIdAt(prefix, windowFrom.getTime()), before: firstIdAt(prefix, windowTo.getTime()) };
}

async function finish(deps: KeyAuditDeps, held: HeldKeyAudit, { tools, raised }: Partial, done: number): Promise<void> {
  const results = Object.fromEntries(Object.entries(tools).map(([tool, found]) => [tool, toResult(found)]));
  await deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    if (!(await endKeyAudit(tx, held, { at: new Date(atMs), done, result: { tools: results } }))) return;
    const findings = await raiseFindings(
      tx,
      raised.map((one) => toFinding(deps, one, atMs)),
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

function toFinding({ newId }: KeyAuditDeps, { kind, about, data }: Raised, atMs: number): KeyedFinding {
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
