// Drives the clocks of holds and pauses by writing them: minutes ago instead of sleeping.
import type pg from "pg";
import { alignDue } from "./align-due";

const MINUTE_MS = 60_000;

/** As if the hold had begun and would end so many minutes from now; negative is past. */
export async function setHold(
  database: pg.Client,
  intentId: string,
  { since, expires }: { since: number; expires: number },
): Promise<void> {
  const nowMs = await databaseNow(database);
  const clock = { since: nowMs + since * MINUTE_MS, expiresAt: nowMs + expires * MINUTE_MS };
  await database.query(
    "update intents set hold = (hold::jsonb || $2::jsonb)::json, hold_expires_at = $3 where id = $1 and state = 'held'",
    [intentId, JSON.stringify(clock), new Date(clock.expiresAt)],
  );
  await alignDue((sql) => database.query(sql));
}

/** As if the pause had begun, and where given ended, so many minutes from now. */
export async function setPause(
  database: pg.Client,
  pauseId: string,
  { from, until }: { from: number; until?: number },
): Promise<void> {
  await database.query(
    `update pauses set paused_at = now() + $2 * interval '1 minute',
       resumed_at = case when resumed_at is null then null else now() + $3 * interval '1 minute' end
     where id = $1`,
    [pauseId, from, until ?? 0],
  );
}

async function databaseNow(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]?.now.getTime() ?? 0;
}
