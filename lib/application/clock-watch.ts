/**
 * Compares the database's clock with this process's steady one, wherever the time was read anyhow. A jump is on record,
 * once, with a finding; what each process knows of earlier ones is a few seconds old at most (decision 033).
 */
import { type ClockJump, type ClockReading, jumpBetween, untoldOf } from "@/lib/domain/clock-jumps";
import type { IdPrefix } from "@/lib/domain/id";
import { insertClockJump, listClockJumps, type NoticedJump } from "@/lib/store/clock-jumps";
import type { Database } from "@/lib/store/database";
import { findingsWrite } from "@/lib/store/findings";
import { recordEvents } from "@/lib/store/journal";
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
  /** Not moved on before what came after it is on record. */
  let last: ClockReading | null = null;
  let known: { jumps: readonly ClockJump[]; readMs: number } | null = null;
  let isTelling = false;

  function tell(jump: ClockJump, reading: ClockReading, knownCount: number): void {
    if (isTelling) return;
    isTelling = true;
    record(deps, { jump, seenBy: deps.process, knownCount })
      .then(() => {
        last = reading;
        known = null;
      })
      .catch(deps.onError)
      .finally(() => {
        isTelling = false;
      });
  }

  return async (client, at) => {
    const reading = { at, steadyMs: deps.monotonicMs() };
    const jump = jumpBetween(last ?? reading, reading);
    const knownCount = known?.jumps.length ?? 0;
    if (jump === null) last = reading;
    else {
      const jumps = await listClockJumps(client);
      const untold = untoldOf(jump, jumps.slice(knownCount));
      if (untold !== null) {
        tell(jump, reading, knownCount);
        // Not on record yet, but true.
        return [...jumps, untold];
      }
      last = reading;
      known = { jumps, readMs: reading.steadyMs };
    }
    if (known === null || reading.steadyMs - known.readMs > FRESH_MS)
      known = { jumps: await listClockJumps(client), readMs: reading.steadyMs };
    return known.jumps;
  };
}

async function record({ db, newId }: ClockWatchDeps, noticed: NoticedJump): Promise<void> {
  await db.transaction(async (tx) => {
    const jump = await insertClockJump(tx, noticed);
    if (jump === null) return;
    const data = {
      beforeAt: new Date(jump.beforeAt).toISOString(),
      afterAt: new Date(jump.afterAt).toISOString(),
      jumpMs: Math.round(jump.afterAt - jump.beforeAt),
    };
    const actor = { kind: "system", id: noticed.seenBy } as const;
    const event = { type: "store.clock_jumped", actor, namespace: null, intentId: null, subject: "store", data };
    await recordEvents(tx, newId, jump.afterAt, [event]);
    const finding = { id: newId("fnd"), kind: "clock_jump", ...WHOLE_STORE, data, createdAt: new Date(jump.afterAt) };
    await writeTogether(tx, [findingsWrite([finding])]);
  });
}
