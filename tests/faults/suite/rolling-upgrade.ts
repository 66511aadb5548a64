/**
 * F32: one release takes over from another while agents go on asking. Both run side by side, the older processes end by
 * SIGTERM, one after the other; every action is asked for before, during and after. The tools go over to the newer engines
 * while the first edition still serves, and of a release that can put that off, once it is gone. A retry on another
 * process is all that an agent needs.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type Heard, runAgents } from "./agents";
import { type Books, readBooks, untilQuiet } from "./books";
import type { Child } from "./child";
import { contractOf } from "./contracts";
import type { Fault, FaultRow, FaultRun } from "./fault";
import { groupBy } from "./group-by";
import { MEETING_TOOLS, meetingContracts, planMeeting } from "./meetings";
import { mergeRows } from "./merge-rows";
import { startOperator } from "./operator";
import { judge } from "./oracles";
import { cannotFetchNode, fetchOtherNode } from "./other-node";
import { type Action, planWorkload } from "./plan";
import { openSite, type Release, type Site } from "./site";

export interface Upgrade {
  from: Release;
  to: Release;
}

const FIRST_EDITION = "tests/faults/suite/releases/first-edition.mjs";
const NEXT_RELEASE = "tests/faults/suite/releases/next-release.mjs";

/** Both on one Node: engine 1 is what a Node says, so the first edition and its Node are not replaced in one step. */
const fromFirstEdition = (): Upgrade => ({
  from: { plugin: FIRST_EDITION, node: process.execPath },
  to: { node: process.execPath },
});

export const rollingUpgrade: Fault = {
  id: "F32",
  title: "rolling upgrade, old and new together, also on two Nodes",
  cannotRun: cannotFetchNode,
  async run(run) {
    const before = await runUpgrade(fromFirstEdition(), run);
    const other = await fetchOtherNode();
    try {
      const to = { plugin: NEXT_RELEASE, node: process.execPath };
      const after = await runUpgrade({ from: { node: other.path }, to }, { ...run, seed: run.seed + SEEDS_MAX });
      return mergeRows("F32", [before, after], `${before.remarks}; ${other.told}: ${after.remarks}`);
    } finally {
      other.remove();
    }
  },
};

/** The part that needs nothing but the Node at hand. */
export const upgradeOfEngines: Fault = {
  id: "F32",
  title: "rolling upgrade to newer engines, old and new together",
  run: (run) => runUpgrade(fromFirstEdition(), run),
};

/** Nothing is killed, so nothing comes into doubt: no probes. Their leases outlast any drain. */
const PAY_TOOLS = ["pay_blind", "pay_keyed"] as const;
/** Of one upgrade: each block of the plan has a seed of its own. */
const SEEDS_MAX = 1_000;
const MEETING_EACH = 4;
const OVERLAP_MS = 3_000;
const PATIENCE_MS = 120_000;
/** For one action, 100 ms each: what an agent bears. */
const RETRIES_MAX = 20;
const QUIET_MAX_MS = 60_000;
/** Longer than the product gives itself. */
const STOP_MAX_MS = 70_000;
const POLL_MS = 50;
const MOVE_MAX_MS = 90_000;

export async function runUpgrade({ from, to }: Upgrade, { seed, full, size }: FaultRun): Promise<FaultRow> {
  const count = size?.actions ?? (full ? 500 : 60);
  const contracts = [...PAY_TOOLS.map((tool) => contractOf(tool, {}, { timeout: "60s" })), ...meetingContracts()];
  const env = { INTERLOCK_ENGINE_OVERLAP: `${OVERLAP_MS}ms` };
  const site = await openSite({ seed, webs: 2, workers: 2, contracts, env, release: from });
  const operator = startOperator(site.asOperator);
  try {
    // A downstream that takes its time is being asked when SIGTERM comes.
    await site.setFault({ route: "*", kind: "slow_success", rate: 0.5, delayMs: 150 });
    const ask = (actions: Action[], more: Partial<Parameters<typeof runAgents>[0]> = {}) =>
      runAgents({ call: site.asAgent, actions, patienceMs: PATIENCE_MS, agents: full ? 32 : 12, ...more });
    const early = planBlock(seed, count);
    const before = await ask(early);
    const ended: Child[] = [];
    let answered = 0;
    let rolled = false;
    const rolling = roll(
      site,
      { from, to },
      ended,
      untilMore(() => answered, count),
    ).finally(() => {
      rolled = true;
    });
    const blocks = Array.from({ length: SEEDS_MAX - 2 }, (_, block) => [
      ...planBlock(seed + 1 + block, count),
      ...early,
    ]);
    const during = await ask(blocks.flat(), {
      isEnough: () => rolled,
      onAnswered: (known) => {
        answered = known;
      },
    });
    await rolling;
    const known = [...before.told, ...during.told].map(({ action }) => action);
    const after = await ask([...new Set([...known, ...planBlock(seed + SEEDS_MAX - 1, count)])]);
    const stuck = await untilQuiet(site, QUIET_MAX_MS);
    const heard = together([before, during, after]);
    return await toRow(site, { heard, stuck, ended, moves: from.plugin !== to.plugin });
  } finally {
    await operator.stop();
    await site.close();
  }
}

function planBlock(seed: number, count: number): Action[] {
  return planWorkload(seed, count, PAY_TOOLS).flatMap((action, turn) =>
    turn % MEETING_EACH === 0 ? [action, ...planMeeting(`${seed}-meeting-${turn}`, turn / MEETING_EACH)] : [action],
  );
}

/** Between its steps the agents are given so many more answers. */
async function roll(site: Site, { from, to }: Upgrade, ended: Child[], goesOn: () => Promise<void>): Promise<void> {
  const moves = from.plugin !== to.plugin;
  const [webs, workers] = [[...site.webs], [...site.workers]];
  const end = async (children: Child[], child: Child | undefined) => {
    if (child === undefined) return;
    ended.push(child);
    await child.stop(STOP_MAX_MS);
    children.splice(children.indexOf(child), 1);
    await goesOn();
  };
  const begin = async () => {
    await Promise.all([site.startAnother("web", to), site.startAnother("worker", to)]);
    await goesOn();
  };
  const move = async () => {
    if (moves) await untilAll(site, "moves_at <= now()");
    // Another worker of the newer release finds the overlap over, and moves the tools.
    await begin();
    if (moves) await untilAll(site, "retired_at is not null");
    await goesOn();
  };
  const putsOff = from.plugin !== FIRST_EDITION;
  await begin();
  await end(site.workers, workers[0]);
  await end(site.webs, webs[0]);
  if (!putsOff) await move();
  await end(site.webs, webs[1]);
  await end(site.workers, workers[1]);
  if (putsOff) await move();
}

function untilMore(answered: () => number, count: number): () => Promise<void> {
  return async () => {
    const enough = answered() + count;
    while (answered() < enough) await delay(POLL_MS);
  };
}

/** Until it is true of the keys of every tool that asks for zones. */
async function untilAll(site: Site, condition: string): Promise<void> {
  const deadlineAt = performance.now() + MOVE_MAX_MS;
  for (;;) {
    const sql = `select distinct tool from key_derivations where tool = any($1) and ${condition}`;
    if ((await site.query(sql, [MEETING_TOOLS])).length === MEETING_TOOLS.length) return;
    if (performance.now() > deadlineAt) throw new Error(`the tools did not come to: ${condition}`);
    await delay(POLL_MS);
  }
}

function together(parts: Heard[]): Heard {
  const turnedAway = new Map<string, number>();
  for (const [what, times] of parts.flatMap((part) => [...part.turnedAway]))
    turnedAway.set(what, (turnedAway.get(what) ?? 0) + times);
  return {
    askedCount: parts.reduce((sum, { askedCount }) => sum + askedCount, 0),
    told: parts.flatMap(({ told }) => told),
    unanswered: parts.flatMap(({ unanswered }) => unanswered),
    wrong: parts.flatMap(({ wrong }) => wrong),
    turnedAway,
    turnedAwayInARow: Math.max(...parts.map((part) => part.turnedAwayInARow)),
    tookMs: parts.flatMap(({ tookMs }) => tookMs),
  };
}

interface Seen {
  heard: Heard;
  stuck: string[];
  ended: Child[];
  moves: boolean;
}

async function toRow(site: Site, { heard, stuck, ended, moves }: Seen): Promise<FaultRow> {
  const books = await readBooks(site);
  const verdict = judge(books, heard, stuck);
  const children = [...ended, ...site.webs, ...site.workers];
  const kills = children.reduce((sum, child) => sum + child.killCount(), 0);
  const editions = await meetingsByKeys(site);
  verdict.breaches.push(
    ...children.flatMap((child) => child.crashes()),
    ...(kills > 0 ? [`${kills} processes did not end by SIGTERM`] : []),
    ...(heard.turnedAwayInARow > RETRIES_MAX
      ? [`an agent was sent away ${heard.turnedAwayInARow} times in a row`]
      : []),
    ...cutOffAttempts(books),
    ...splitMeetings(books),
    ...(await driftedMeetings(site)),
    ...(moves && editions.length !== 2 ? [`meetings were recorded under ${editions.length} engines, not two`] : []),
  );
  const said = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, times]) => `${times} ${what}`).join(", ");
  const remarks = [
    `meetings by engines ${editions.map(({ engines, count }) => `${JSON.stringify(engines)} ${count}`).join(", ")}`,
    `${ended.length} ended by SIGTERM (${books.attempts.filter(({ outcome }) => outcome === "not_sent").length} attempts handed back)`,
    `sent away: ${said(heard.turnedAway) || "none"} (${said(site.noAnswers) || "always answered"})`,
    `at most ${heard.turnedAwayInARow} in a row`,
  ];
  return { id: "F32", actions: heard.askedCount, kills, verdict, remarks: remarks.join(", ") };
}

/** A worker that stops hands back what it has not sent, and brings the rest to its end: no lease is lost, nothing cut off. */
function cutOffAttempts({ attempts }: Books): string[] {
  return attempts.flatMap(({ id, intentId, outcome, failure }) =>
    outcome === "success" || outcome === "not_sent"
      ? []
      : [`attempt ${id} of ${intentId} ended as ${outcome} (${failure})`],
  );
}

function splitMeetings({ intents }: Books): string[] {
  const meetings = intents.filter(({ tool }) => MEETING_TOOLS.some((name) => name === tool));
  return [...groupBy(meetings, ({ tool, run }) => `${tool} ${run}`)].flatMap(([what, same]) =>
    same.length > 1 ? [`${what} is ${same.length} intents`] : [],
  );
}

/** The same time in other words is no other time. */
async function driftedMeetings(site: Site): Promise<string[]> {
  const drifted = await site.query<{ run: string; differences: unknown }>(
    `select s.run, s.differences from submissions s join intents i on i.id = s.intent_id
     where i.tool = any($1) and s.disposition = 'drifted'`,
    [MEETING_TOOLS],
  );
  return drifted.map(({ run, differences }) => `${run} was taken for a change: ${JSON.stringify(differences)}`);
}

function meetingsByKeys(site: Site): Promise<{ engines: unknown; count: number }[]> {
  return site.query(
    `select d.engines, count(*)::int as count from intents i
     join key_derivations d on d.tool = i.tool and d.digest = i.derivation
     where i.tool = any($1) group by d.engines order by d.engines::text`,
    [MEETING_TOOLS],
  );
}
