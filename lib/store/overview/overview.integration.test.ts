// Whatever happened, the figures are what counting it one by one gives.
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toOverviewDto } from "@/api/overview-dto";
import { sumDecimals } from "@/lib/domain/limits/decimal";
import { type Period, periodBetween } from "@/lib/domain/overview/period";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { type Database, openDatabase } from "../database";
import { AGENTS, drawStories, PAUSED_TOOL, START_MS, TOOLS } from "../testing/draw-stories";
import { countStories, insertStories, type PlainStory } from "../testing/plain-history";
import { readOverview, TooMuchToReadError } from "./read-overview";

const HOUR_MS = 3_600_000;
const STORIES = 600;
const RUNS = 40;

let database: TestDatabase;
let db: Database;
let stories: PlainStory[];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into agents (id, name) select id, 'agent ' || id from unnest($1::text[]) as id", [AGENTS]);
  await client.query(
    "insert into pauses (id, covers, target, reason, paused_by) values ('pau_1', 'tool', $1, 'x', 'x')",
    [PAUSED_TOOL],
  );
  stories = drawStories(STORIES, 11);
  await insertStories(client, stories);
  await client.query("analyze");
  await client.end();
  db = openDatabase({ url: database.url, connectionsMax: 2, name: "overview test" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const read = async (period: Period) =>
  toOverviewDto(await readOverview(db, { periodAt: () => period, doubtBoundsMs: [1, 2, 3, 4], waitMaxMs: 20_000 }));

const exact = (rows: { currency: string; amount: string; duplicates: number }[]) =>
  Object.fromEntries(
    rows.map(({ currency, amount, duplicates }) => [currency, { amount: sumDecimals([amount]), duplicates }]),
  );

const PERIOD = fc
  .tuple(fc.integer({ min: -5 * HOUR_MS, max: 220 * HOUR_MS }), fc.integer({ min: 1, max: 240 * HOUR_MS }))
  .map(([afterMs, lengthMs]) => periodBetween(START_MS + afterMs, START_MS + afterMs + lengthMs));

describe("of any time,", () => {
  test("buckets, totals, amounts and decision times", async () => {
    await fc.assert(
      fc.asyncProperty(PERIOD, async (period) => {
        const [overview, counted] = [await read(period), countStories(stories, period)];
        const shown = overview.buckets.map(({ submissions, duplicates, effects, prevented, decisionTime }) => ({
          ...{ submissions, duplicates, effects, took: decisionTime },
          prevented: exact(prevented),
        }));
        expect(shown).toEqual(counted.buckets);
        expect(exact(overview.prevented)).toEqual(counted.prevented);
        expect(overview.decisionTime).toEqual(counted.took);
        expect(overview.totals).toEqual({
          submissions: counted.submitted.length,
          duplicates: counted.duplicates.length,
          effects: counted.happened.length,
          intents: counted.opened.length,
        });
      }),
      { numRuns: RUNS, seed: 5 },
    );
  });

  test("states, tools, agents and the noisiest sources", async () => {
    await fc.assert(
      fc.asyncProperty(PERIOD, async (period) => {
        const [overview, { opened, submitted, duplicates, happened }] = [
          await read(period),
          countStories(stories, period),
        ];
        const shownAs = ({ state, tool }: PlainStory) => (state === "cleared" && tool === PAUSED_TOOL ? "held" : state);
        const states = Object.fromEntries(overview.states.map(({ state, count }) => [state, count]));
        for (const state of Object.keys(states))
          expect({ state, count: states[state] }).toEqual({
            state,
            count: opened.filter((story) => shownAs(story) === state).length,
          });
        const shareOf = (is: (one: { tool: string; agent: string }) => boolean) => {
          const asked = submitted.map((one) => ({ ...one, tool: one.story.tool }));
          const count = (state: string) => opened.filter((one) => is(one) && shownAs(one) === state).length;
          return {
            submissions: asked.filter(is).length,
            duplicates: asked.filter((one) => is(one) && one.isDuplicate).length,
            effects: happened.filter(is).length,
            ...{ held: count("held"), denied: count("denied"), inDoubt: count("in_doubt") },
          };
        };
        for (const { tool, title, ...share } of overview.tools.items)
          expect({ ...share, title }).toEqual({
            ...shareOf((one) => one.tool === tool),
            title: tool,
          });
        for (const { agent, ...share } of overview.agents.items)
          expect({ ...share, name: agent.name }).toEqual({
            ...shareOf((one) => one.agent === agent.id),
            name: `agent ${agent.id}`,
          });
        const sources = AGENTS.flatMap((agent) =>
          TOOLS.map((tool) => duplicates.filter((one) => one.agent === agent && one.story.tool === tool).length),
        );
        expect(overview.retrySources.map((source) => source.duplicates)).toEqual(
          sources.filter((count) => count > 0).sort((left, right) => right - left),
        );
        for (const { agent, tool, ...source } of overview.retrySources) {
          const theirs = duplicates.filter((one) => one.agent === agent.id && one.story.tool === tool);
          const inRun = (name: string) => theirs.filter(({ run }) => run === name).length;
          const most = ["r1", "r2"].find((name) => 2 * inRun(name) > theirs.length);
          expect(source).toEqual({
            title: tool,
            submissions: submitted.filter((one) => one.agent === agent.id && one.story.tool === tool).length,
            duplicates: theirs.length,
            intents: new Set(theirs.map(({ story }) => story.id)).size,
            effects: happened.filter((one) => one.agent === agent.id && one.tool === tool).length,
            run: most === undefined ? null : { name: most, duplicates: inRun(most) },
          });
        }
      }),
      { numRuns: RUNS, seed: 6 },
    );
  });
});

test("doubts are told by age, whenever they began", async () => {
  const doubts = stories.filter(({ state }) => state === "in_doubt");
  const ageOf = ({ atMs }: PlainStory) => Date.now() - atMs;
  const boundMs = ageOf(doubts[Math.floor(doubts.length / 2)] as PlainStory);
  const { doubts: found } = await readOverview(db, {
    periodAt: () => periodBetween(0, 1),
    doubtBoundsMs: [boundMs],
    waitMaxMs: 20_000,
  });
  expect(found.count).toBe(doubts.length);
  expect(found.oldestSince?.getTime()).toBe(Math.min(...doubts.map(({ atMs }) => atMs)));
  expect(found.ages).toEqual([
    doubts.filter((one) => ageOf(one) < boundMs).length,
    doubts.filter((one) => ageOf(one) >= boundMs).length,
  ]);
});

test("nothing happened: every bucket is there, and empty", async () => {
  const overview = await read(periodBetween(0, 24 * HOUR_MS));
  expect(overview.buckets).toHaveLength(48);
  expect(overview.totals).toEqual({ submissions: 0, effects: 0, duplicates: 0, intents: 0 });
  expect(overview).toMatchObject({
    prevented: [],
    decisionTime: null,
    retrySources: [],
    tools: { items: [], more: 0 },
  });
});

test("what takes longer than it is given is given up, and said so; the connection is as good as before", async () => {
  const asked = { periodAt: () => periodBetween(START_MS, START_MS + 300 * HOUR_MS), doubtBoundsMs: [1] };
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  try {
    await blocker.query("begin; lock table intent_amounts in access exclusive mode");
    await expect(readOverview(db, { ...asked, waitMaxMs: 300 })).rejects.toBeInstanceOf(TooMuchToReadError);
  } finally {
    await blocker.end();
  }
  expect((await readOverview(db, { ...asked, waitMaxMs: 20_000 })).submissions.buckets).not.toEqual([]);
  const [{ timeout } = { timeout: "" }] = await db.client.$queryRawUnsafe<{ timeout: string }[]>(
    "select current_setting('statement_timeout') as timeout",
  );
  expect(timeout).toBe("0");
});
