/**
 * An earlier derivation matters until the last window of its intents is over (DESIGN 5). Found without a scan: first
 * none of its intents is open any more; from then on the longest window of the tool must pass.
 */

import { mostForwardMs } from "@/lib/domain/clock-jumps";
import { listClockJumps } from "@/lib/store/clock-jumps";
import {
  closeDerivation,
  closesAtOf,
  hasOpenIntents,
  listContractVersions,
  listRetiredDerivations,
  lockTool,
  type RetiredDerivation,
} from "@/lib/store/contracts";
import type { Database, Tx } from "@/lib/store/database";
import { databaseNow, type TermsOf } from "@/lib/store/intents";

export type CloseDeps = { db: Database; termsOf: TermsOf };

const TURN_MAX = 50;
/** More than anybody publishes; each is read once, and one that no longer compiles has a long window (`safeTermsOf`). */
const VERSIONS_MAX = 100_000;

export async function closeDerivations(deps: CloseDeps): Promise<number> {
  const retired = await listRetiredDerivations(deps.db.client, TURN_MAX);
  let moved = 0;
  for (const one of retired) {
    // Intake shares this lock: nothing joins an intent of it while we look.
    moved += await deps.db.transaction(async (tx) => {
      await lockTool(tx, one.tool);
      return judge(tx, deps, one);
    });
  }
  return moved;
}

async function judge(tx: Tx, deps: CloseDeps, { tool, digest }: RetiredDerivation): Promise<number> {
  const nowMs = await databaseNow(tx);
  // Read again under the lock: something of it may have been opened while we waited.
  const closesAt = await closesAtOf(tx, tool, digest);
  if (await hasOpenIntents(tx, tool, digest)) {
    if (closesAt === null) return 0;
    await closeDerivation(tx, tool, digest, { closesAt: null });
    return 1;
  }
  if (closesAt === null) {
    const longestMs = await longestWindowMs(tx, deps, tool);
    await closeDerivation(tx, tool, digest, { closesAt: new Date(nowMs + longestMs) });
    return 1;
  }
  // A clock that jumped ahead must not end it early (decision 033).
  if (nowMs - mostForwardMs(await listClockJumps(tx)) < closesAt.getTime()) return 0;
  await closeDerivation(tx, tool, digest, { closedAt: new Date(nowMs) });
  return 1;
}

/** An intent's window is that of the version it last took: any of them. */
async function longestWindowMs(tx: Tx, { termsOf }: CloseDeps, tool: string): Promise<number> {
  const versions = await listContractVersions(tx, tool, { limit: VERSIONS_MAX });
  const windows = await Promise.all(versions.map(async ({ version }) => (await termsOf(tx, tool, version)).windowMs));
  return Math.max(0, ...windows);
}
