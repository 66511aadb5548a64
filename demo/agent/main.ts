/** `npm run demo`: an agent that behaves like a model, and a ledger that says what really happened. */
import { setTimeout as delay } from "node:timers/promises";
import { approveHeld } from "./approve";
import { makeFlaky, makeReliable } from "./flaky";
import { makeGate } from "./gate";
import { LedgerView } from "./ledger-view";
import { CannotRun, type Demo, type DemoOptions, findDemo, readOptions, USAGE } from "./options";
import { planStories } from "./plan";
import { beginProgress, doubled, type StoryProgress, unseen } from "./progress";
import { renderSummary, renderTable } from "./render";
import { type RunDeps, runStories } from "./run";
import { openScreen } from "./screen";

const EXIT_INTERRUPTED = 130;
const LOOK_EVERY_MS = 300;
/** Clocks of one machine, read by two processes, and an effect is stamped a moment before it is answered. */
const CLOCK_SLACK_MS = 1_000;

async function runDemo(options: DemoOptions, demo: Demo, stop: AbortController): Promise<number> {
  const startedAt = new Date(Date.now() - CLOCK_SLACK_MS);
  const tag = Date.now().toString(36);
  const stories = planStories({ seed: options.seed, actions: options.actions, tag });
  const all = stories.map(beginProgress);
  const ledger = new LedgerView(demo.ledgerUrl, stories, startedAt);
  const deps: RunDeps = {
    gate: makeGate({ ...demo, signal: stop.signal }),
    signal: stop.signal,
    pace: options.fast ? 0 : 1,
  };

  announce(options, demo);
  const screen = openScreen(all, process.stdout, process.env);
  const looking = watchLedger(ledger, all);
  const complaints = await actOut(all, options, deps).finally(async () => {
    await looking.stop();
    screen.stop();
  });
  const { paint } = screen;
  const place = { url: demo.url, operatorEmail: demo.operator.email, demoFile: demo.file };
  const lines = ["", ...renderTable(all, paint), "", ...renderSummary(all, place, paint), ...complaints.map(paint.bad)];
  console.log(lines.join("\n"));
  if (stop.signal.aborted) return EXIT_INTERRUPTED;
  const wrong = [...doubled(all), ...unseen(all), ...all.filter(({ trouble }) => trouble !== null)];
  return wrong.length + complaints.length === 0 ? 0 : 1;
}

/** Ctrl-C ends the acting, not the telling: what happened until then is still worth a table. */
async function actOut(all: StoryProgress[], options: DemoOptions, deps: RunDeps): Promise<string[]> {
  try {
    await runStories(all, deps);
    return options.approve ? await approveHeld(all, deps) : [];
  } catch (error) {
    if (deps.signal.aborted) return ["Interrupted: the table shows what happened until then."];
    throw error;
  }
}

function watchLedger(ledger: LedgerView, all: StoryProgress[]): { stop(): Promise<void> } {
  const ending = new AbortController();
  const look = async () => {
    await ledger.refresh();
    for (const progress of all) progress.effectCount = ledger.effectsOf(progress.story.number);
  };
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await look().catch(() => undefined); // the last look, below, is the one that must succeed
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await watching;
      await look().catch((error: Error) => {
        throw new CannotRun(`The ledger could not be asked what happened (${error.message}); the demo proves nothing.`);
      });
    },
  };
}

function announce({ seed, actions, faults }: DemoOptions, { url }: Demo): void {
  const mood = faults ? "an unreliable ledger" : "a reliable ledger (try --faults)";
  console.log(`\nAn agent wants ${actions} things from ${url}, seed ${seed}, with ${mood}.\n`);
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const demo = await findDemo(process.env);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  if (!options.faults) return runDemo(options, demo, stop);
  try {
    await makeFlaky(demo.ledgerUrl);
    return await runDemo(options, demo, stop);
  } finally {
    await makeReliable(demo.ledgerUrl);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
