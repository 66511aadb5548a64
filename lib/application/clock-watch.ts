/**
 * Compares the database's clock with this process's steady one, wherever the time was read anyhow. A jump is on record,
 * once, with a finding; what each process knows of earlier ones is a few seconds old at most (decision 033).
 */
import { CLOCK_JUMP_LEAST_MS, type ClockJump } from "@/lib/domain/clock-jumps";
import type { IdPrefix } from "@/lib/domain/id";
import { recordEvents } from "@/lib/store/audit";
import { insertClockJump, listClockJumps } from "@/lib/store/clock-jumps";
import type { Database } from "@/lib/store/database";
import { findingsWrite } from "@/lib/store/findings";
import type { RawTx } from "@/lib/store/raw-transaction";
import { writeTogether } from "@/lib/store/write-together";

export type ClockWatchDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  process: string;
  monotonicMs: () => number;
  onError: (error: unknown) => void;
};

/** `at`: the database's time, read just now. */
export type JumpsAt = (client: Pick<RawTx, "$queryRawUnsafe">, at: number) => Promise<readonly ClockJump[]>;

const FRESH_MS = 5_000;
const WHOLE_STORE = { namespace: "*", tool: "*", intentId: null, submissionId: null };

export function makeClockWatch(deps: ClockWatchDeps): JumpsAt {
  let last: { at: number; steadyMs: number } | null = null;
  let known: { jumps: readonly ClockJump[]; readMs: number } | null = null;

  function notice(at: number, steadyMs: number): ClockJump | null {
    const jumpMs = last === null ? 0 : at - last.at - (steadyMs - last.steadyMs);
    last = { at, steadyMs };
    return Math.abs(jumpMs) < CLOCK_JUMP_LEAST_MS ? null : { beforeAt: at - jumpMs, afterAt: at };
  }

  return async (client, at) => {
    const steadyMs = deps.monotonicMs();
    const jump = notice(at, steadyMs);
    if (jump !== null) record(deps, jump).catch(deps.onError);
    if (known === null || steadyMs - known.readMs > FRESH_MS)
      known = { jumps: await listClockJumps(client), readMs: steadyMs };
    // Not on record yet, but true.
    if (jump !== null) known = { ...known, jumps: [...known.jumps, jump] };
    return known.jumps;
  };
}

async function record({ db, newId, process: seenBy }: ClockWatchDeps, jump: ClockJump): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await insertClockJump(tx, jump, seenBy))) return;
    const data = {
      beforeAt: new Date(jump.beforeAt).toISOString(),
      afterAt: new Date(jump.afterAt).toISOString(),
      jumpMs: Math.round(jump.afterAt - jump.beforeAt),
    };
    const actor = { kind: "system", id: seenBy } as const;
    const event = { type: "store.clock_jumped", actor, namespace: null, intentId: null, subject: "store", data };
    await recordEvents(tx, newId, jump.afterAt, [event]);
    const finding = { id: newId("fnd"), kind: "clock_jump", ...WHOLE_STORE, data, createdAt: new Date(jump.afterAt) };
    await writeTogether(tx, [findingsWrite([finding])]);
  });
}
