// The supervisor that `npm start` becomes: starts everything, keeps it running, stops it in order.
import { SettingsError } from "@/lib/config/env";
import { makeStages, type Stages, seconds } from "../stages.mjs";
import { BundleError } from "./bundle";
import { homeFrom } from "./home";
import { launch } from "./launch";
import { StartError } from "./launch-context";
import { AlreadyRunningError } from "./run-lock";
import { settingsTable } from "./settings-table";
import { Shutdown } from "./shutdown";
import { listenForStop, StoppedError, type StopSignal } from "./stop-signal";
import { ChildFailedError } from "./supervised-child";
import { welcome } from "./welcome";

const EXIT_FAILED = 1;
const EXIT_CONFIG = 78; // EX_CONFIG of sysexits.h
const EXIT_INTERRUPTED = 130;

const NOTE_MS = 100;

/** What the worker last said that it still has to finish. */
interface Drain {
  executing: number;
  /** When it is over at the latest. */
  until: number;
}

process.exit(await main());

async function main(): Promise<number> {
  const stop = listenForStop();
  const stages = makeStages();
  const shutdown = new Shutdown();
  const drain = { executing: 0, until: 0 };
  let failure: unknown = null;
  try {
    await runUntilStopped(stop, stages, shutdown, drain);
  } catch (error) {
    failure = error;
  }
  try {
    await stopEverything(stop, stages, shutdown, drain);
  } catch (error) {
    failure ??= error;
  }
  return failure === null ? 0 : explain(failure);
}

async function runUntilStopped(stop: StopSignal, stages: Stages, shutdown: Shutdown, drain: Drain): Promise<void> {
  const beganAt = Date.now();
  let onFailure: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    onFailure = reject;
  });
  failed.catch(() => undefined); // during the start the stages themselves tell what is wrong
  const onDrain = (executing: number, withinMs: number) => {
    Object.assign(drain, { executing, until: Date.now() + withinMs });
  };
  console.log("");
  const input = { home: homeFrom(process.env), env: process.env, shutdown, signal: stop.signal, onFailure, onDrain };
  const { url, demo } = await launch(input, stages);
  console.log(`${welcome(url, demo)}  Ready in ${seconds(Date.now() - beganAt)}.\n`);
  await Promise.race([stop.requested, failed]);
}

async function stopEverything(stop: StopSignal, stages: Stages, shutdown: Shutdown, drain: Drain): Promise<void> {
  if (shutdown.isSilent) return shutdown.run();
  stop.onInsist(() => shutdown.force());
  await stages.run("Stopping", async (stage) => {
    const show = setInterval(() => stage.note(drainNote(drain)), NOTE_MS);
    await shutdown.run().finally(() => clearInterval(show));
    stage.note("");
  });
}

/** Prints what the person who started us must know, and returns the code to end with. */
function explain(error: unknown): number {
  if (error instanceof StoppedError) return EXIT_INTERRUPTED;
  if (error instanceof SettingsError) {
    console.error(`\n${settingsTable(error.problems)}\n`);
    return EXIT_CONFIG;
  }
  const isPlain = [StartError, AlreadyRunningError, BundleError, ChildFailedError].some(
    (kind) => error instanceof kind,
  );
  console.error(isPlain ? `\n${(error as Error).message}\n` : error);
  return EXIT_FAILED;
}

function drainNote({ executing, until }: Drain): string {
  if (executing === 0) return "";
  const left = seconds(Math.max(0, until - Date.now()));
  const [what, them] = executing === 1 ? ["1 execution", "it"] : [`${executing} executions`, "them"];
  return `finishing ${what}, ${left} at most; Ctrl-C again may leave ${them} in doubt`;
}
