/** Seals what there is, every few seconds; goes on at once while batches are full. */
import { makeSealEvents } from "@/lib/application/seal-events";
import type { Logger } from "@/lib/config/log";
import { makeRateLimited } from "@/lib/config/rate-limited";
import { makeSealKey } from "@/lib/domain/audit/seal-key";
import type { Database } from "@/lib/store/database";
import type { Stuck } from "@/lib/store/seals";
import { type Loop, startLoop } from "./loop";

const INTERVAL_MS = 2_000;
const WARNING_INTERVAL_MS = 60_000;

type SealerDeps = { db: Database; masterKey: string; log: Logger; onError: (error: unknown) => void };

export function startSealer({ db, masterKey, log, onError }: SealerDeps): Loop {
  const onStuck = makeRateLimited(WARNING_INTERVAL_MS, Date.now, (stuck) => {
    const { ageMs, pid, application } = stuck as Stuck;
    const message = "Audit events cannot be sealed: a transaction that began before them is still open in the database";
    log.warn({ oldestMs: Math.round(ageMs), pid, application }, message);
  });
  const sealEvents = makeSealEvents({ db, key: makeSealKey(masterKey), onStuck });
  const turn = async () => {
    const { sealedCount, isFull } = await sealEvents();
    return isFull ? Math.max(1, sealedCount) : 0;
  };
  return startLoop(turn, INTERVAL_MS, onError);
}
