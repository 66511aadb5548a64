/**
 * Everything that an overview of a time tells, as of one moment. It reads what the time holds, however much that is, so
 * it is given so long and no longer.
 */
import type { Period } from "@/lib/domain/overview/period";
import type { Database, Tx } from "../database";
import { isOutOfTime } from "../errors";
import { giveTime } from "../give-time";
import { namesOf } from "../history";
import { databaseNow } from "../intents";
import { type DecisionFigures, readDecisions } from "./decisions";
import { type EffectFigures, readEffects } from "./effects";
import { type DoubtFigures, readDoubts, readStates, type StateFigures } from "./states";
import { readSubmissions, type SubmissionFigures } from "./submissions";

export type OverviewFigures = {
  period: Period;
  asOfMs: number;
  submissions: SubmissionFigures;
  effects: EffectFigures;
  decisions: DecisionFigures[];
  states: StateFigures[];
  doubts: DoubtFigures;
  /** By id. */
  agentNames: Map<string, string>;
  /** By tool, as its active contract has it. */
  toolTitles: Map<string, string>;
};

export type OverviewRead = {
  /** By the database's clock. */
  periodAt: (nowMs: number) => Period;
  doubtBoundsMs: number[];
  /** For all of it. */
  waitMaxMs: number;
};

/** The time asked for holds more than can be read in the time given. */
export class TooMuchToReadError extends Error {
  override name = "TooMuchToReadError";
}

export async function readOverview(db: Database, asked: OverviewRead): Promise<OverviewFigures> {
  try {
    return await db.transaction((tx) => readAll(tx, asked));
  } catch (error) {
    if (isOutOfTime(error)) throw new TooMuchToReadError("It took too long.", { cause: null });
    throw error;
  }
}

async function readAll(tx: Tx, { periodAt, doubtBoundsMs, waitMaxMs }: OverviewRead): Promise<OverviewFigures> {
  const deadlineAt = performance.now() + waitMaxMs;
  const within = async <T>(read: () => Promise<T>): Promise<T> => {
    await giveTime(tx, deadlineAt - performance.now());
    return read();
  };
  // One snapshot: what is counted in two ways adds up.
  await tx.$executeRawUnsafe("set transaction isolation level repeatable read, read only");
  await tx.$queryRawUnsafe(OVERVIEW_SETTINGS);
  const asOfMs = await databaseNow(tx);
  const period = periodAt(asOfMs);
  const submissions = await within(() => readSubmissions(tx, period));
  const effects = await within(() => readEffects(tx, period, submissions.sources));
  const states = await within(() => readStates(tx, period));
  const decisions = await within(() => readDecisions(tx, period));
  const doubts = await within(() => readDoubts(tx, doubtBoundsMs));
  const { agents: agentNames } = await namesOf(tx, agentIdsIn(submissions, effects, states), []);
  const toolTitles = await readTitles(tx);
  return { period, asOfMs, submissions, effects, decisions, states, doubts, agentNames, toolTitles };
}

/** Room to group in memory; and whatever has an index is found by it, since what is asked for is never most of a table. */
export const OVERVIEW_SETTINGS = `
  select set_config('work_mem', '64MB', true), set_config('enable_seqscan', 'off', true),
    set_config('random_page_cost', '1.1', true)`;

function agentIdsIn(submissions: SubmissionFigures, effects: EffectFigures, states: StateFigures[]): string[] {
  const ids = [...submissions.agents, ...effects.agents, ...states].map(({ agentId }) => agentId);
  return [...new Set(ids)].filter((id) => id !== null);
}

async function readTitles(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.$queryRawUnsafe<{ tool: string; title: string }[]>(
    `select c.tool, v.definition ->> 'title' as title
     from contracts c join contract_versions v on v.tool = c.tool and v.version = c.active_version`,
  );
  return new Map(rows.map(({ tool, title }) => [tool, title]));
}
