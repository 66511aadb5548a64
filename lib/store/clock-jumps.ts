import { type ClockJump, mostForwardMs } from "@/lib/domain/clock-jumps";
import type { Tx } from "./database";
import type { RawTx } from "./raw-transaction";

/** In the order in which they happened. */
export async function listClockJumps(client: Pick<RawTx, "$queryRawUnsafe">): Promise<ClockJump[]> {
  const rows = await client.$queryRawUnsafe<{ beforeAt: Date; afterAt: Date }[]>(
    `select before_at as "beforeAt", after_at as "afterAt" from clock_jumps order by number`,
  );
  return rows.map(({ beforeAt, afterAt }) => ({ beforeAt: beforeAt.getTime(), afterAt: afterAt.getTime() }));
}

/** Every process sees the same jump, a moment apart. False: another one has told of it. */
export async function insertClockJump(tx: Tx, jump: ClockJump, seenBy: string): Promise<boolean> {
  await tx.$queryRawUnsafe("select one from store_state for update");
  const known = (await listClockJumps(tx)).some(
    ({ beforeAt, afterAt }) =>
      Math.abs(beforeAt - jump.beforeAt) < SAME_JUMP_MS && Math.abs(afterAt - jump.afterAt) < SAME_JUMP_MS,
  );
  if (known) return false;
  await tx.$executeRawUnsafe(
    "insert into clock_jumps (before_at, after_at, seen_by) values ($1, $2, $3)",
    new Date(jump.beforeAt),
    new Date(jump.afterAt),
    seenBy,
  );
  const lagMs = mostForwardMs(await listClockJumps(tx));
  await tx.$executeRawUnsafe(
    "update store_state set clock_lag = make_interval(secs => $1::double precision)",
    lagMs / 1_000,
  );
  return true;
}

const SAME_JUMP_MS = 30_000;
