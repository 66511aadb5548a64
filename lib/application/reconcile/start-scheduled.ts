/** Reconciliations that contracts ask for by themselves (`reconcile`), each at its time and by one worker. */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { dueSlot, scheduledWindow, scheduleOf } from "@/lib/domain/reconcile/window";
import { databaseNow } from "@/lib/store/intents";
import { countGoingOn, listScheduledTools, type ScheduledTool } from "@/lib/store/reconciliations";
import { RECONCILIATION } from "./raise";
import { openRun, type StartDeps, unitOf } from "./start-reconciliation";

const TOOLS_AT_ONCE = 200;
const PAGES_MAX = 1_000;

/** How many were started. */
export async function startScheduled(deps: Pick<StartDeps, "db" | "newId">): Promise<number> {
  let startedCount = 0;
  let after = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const tools = await listScheduledTools(deps.db.client, after, TOOLS_AT_ONCE);
    for (const one of tools) startedCount += await startDue(deps, one);
    after = tools.at(-1)?.tool ?? "";
    if (tools.length < TOOLS_AT_ONCE) break;
  }
  return startedCount;
}

async function startDue({ db, newId }: Pick<StartDeps, "db" | "newId">, scheduled: ScheduledTool): Promise<number> {
  const { tool, firstPublishedAt, lastFor } = scheduled;
  const written = scheduled.definition as ContractDefinition & { reconcile: ContractDefinition["reconcile"] | null };
  const schedule = scheduleOf({ ...written, reconcile: written.reconcile ?? undefined });
  if (schedule === null) return 0;
  const nowMs = await databaseNow(db.client);
  const slotMs = dueSlot(firstPublishedAt.getTime(), schedule.everyMs, nowMs);
  if (slotMs === null || (lastFor !== null && lastFor.getTime() >= slotMs)) return 0;
  const id = await db.transaction(async (tx) => {
    // The one before is not through yet: it would only ask the same once more.
    if ((await countGoingOn(tx, tool)) > 0) return null;
    const window = scheduledWindow(schedule.everyMs, nowMs);
    const by = { requestedBy: null, scheduledFor: new Date(slotMs) };
    const unit = unitOf(schedule.by, written.execute);
    return openRun(tx, newId, { tool, source: schedule.by, window, unit, nowMs, by, actor: RECONCILIATION });
  });
  return id === null ? 0 : 1;
}
