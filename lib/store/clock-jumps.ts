import { type ClockJump, mostForwardMs, untoldOf } from "@/lib/domain/clock-jumps";
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

/** In the order in which they happened. */
export async function listClockJumps(client: Pick<RawTx, "$queryRawUnsafe">): Promise<ClockJump[]> {
  const rows = await client.$queryRawUnsafe<{ beforeAt: Date; afterAt: Date }[]>(
    `select before_at as "beforeAt", after_at as "afterAt" from clock_jumps order by number`,
  );
  return rows.map(({ beforeAt, afterAt }) => ({ beforeAt: beforeAt.getTime(), afterAt: afterAt.getTime() }));
}

export type NoticedJump = {
  jump: ClockJump;
  seenBy: string;
  /** How many were on record when this process last looked. */
  knownCount: number;
};

/** Null: another process has told of it. Otherwise what was not on record yet. */
export async function insertClockJump(tx: Tx, { jump, seenBy, knownCount }: NoticedJump): Promise<ClockJump | null> {
  await tx.$queryRawUnsafe("select one from store_state for update");
  const known = await listClockJumps(tx);
  const untold = untoldOf(jump, known.slice(knownCount));
  if (untold === null) return null;
  await tx.$executeRawUnsafe(
    "insert into clock_jumps (before_at, after_at, seen_by) values ($1, $2, $3)",
    new Date(untold.beforeAt),
    new Date(untold.afterAt),
    seenBy,
  );
  const lagMs = mostForwardMs([...known, untold]);
  await tx.$executeRawUnsafe(
    "update store_state set clock_lag = make_interval(secs => $1::double precision)",
    lagMs / 1_000,
  );
  return untold;
}
