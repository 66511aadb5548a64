/**
 * Moves what was recorded before the journal into it, compares both, and removes what is left of the tables of before
 * (decision 048). It begins where the last run stopped, wherever that was.
 *
 * M1  A batch and how far it got (`moves`) are one transaction: a run that is killed has done a batch or nothing of it.
 * M2  What was sealed is moved as it is, byte for byte, and found under the id that it was sealed under.
 * M3  Nothing is removed before everything was compared; a difference stops here, for as long as there is one.
 */
import type pg from "pg";
import { MigrationError } from "../migration-error";
import { compareEvents } from "./compare-events";
import { compareIntents } from "./compare-intents";
import { compareSeals } from "./compare-seals";
import { moveEvents } from "./move-events";
import { moveSeals } from "./move-seals";
import { removeFormer } from "./remove-former";

/** Does what is behind `through`, and of that about `rowsMax` rows. */
export type Step = (client: pg.ClientBase, through: string, rowsMax: number) => Promise<Done>;
export type Done = { through: string; count: number; isLast: boolean };

export type Progress = { step: string; doneCount: number; total: number };
export type MoveBounds = {
  rowsMax?: number;
  /** Stops after so many; absent: when all is moved. */
  batchesMax?: number;
  onProgress?(progress: Progress): void;
};

const ROWS_MAX = 4_000;

const STEPS: Record<string, Step> = {
  events: moveEvents,
  seals: moveSeals,
  "compare intents": compareIntents,
  "compare events": compareEvents,
  "compare seals": compareSeals,
  "remove former tables": removeFormer,
};

/**
 * Each batch is a few hundred looks by key, whatever the planner believes of tables that it has not counted yet. Instants
 * and digests are compared as texts.
 */
const SESSION_SQL = `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
  set local jit = off; set local max_parallel_workers_per_gather = 0; set local timezone = 'UTC'; set local bytea_output = 'hex'`;

/** False: it stopped at a bound before the end. */
export async function moveStore(client: pg.ClientBase, bounds: MoveBounds = {}): Promise<boolean> {
  const { rowsMax = ROWS_MAX, batchesMax = Number.POSITIVE_INFINITY, onProgress } = bounds;
  for (let batches = 0; ; batches += 1) {
    const next = await findUnfinished(client);
    if (next === null) return true;
    if (batches >= batchesMax) return false;
    const progress = await moveBatch(client, next, rowsMax);
    onProgress?.(progress);
  }
}

type Unfinished = { name: string; through: string };

async function findUnfinished(client: pg.ClientBase): Promise<Unfinished | null> {
  const { rows } = await client.query<Unfinished>(
    "select name, through from moves where finished_at is null order by place limit 1",
  );
  return rows[0] ?? null;
}

async function moveBatch(client: pg.ClientBase, { name, through }: Unfinished, rowsMax: number): Promise<Progress> {
  const step = STEPS[name];
  if (step === undefined) throw new TypeError(`This release does not know how to move ${name}.`);
  try {
    await client.query("begin");
    await client.query(SESSION_SQL);
    const done = await step(client, through, rowsMax);
    const { rows } = await client.query<{ doneCount: number; total: number }>(
      `update moves set through = $2, done_count = done_count + $3,
         finished_at = case when $4 then clock_timestamp() end
       where name = $1 returning done_count::double precision as "doneCount", total::double precision as total`,
      [name, done.through, done.count, done.isLast],
    );
    await client.query("commit");
    return { step: name, doneCount: 0, total: 0, ...rows[0] };
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the connection may be what broke
    if (error instanceof MigrationError) throw error;
    const why = (error as Error).message;
    throw new MigrationError(
      `Moving the store stopped at ${name} (${why}): what is moved stays, run it again to go on.`,
    );
  }
}
