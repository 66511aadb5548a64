import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { BEHAVIOURS } from "./behaviour";
import { ACTIONS_MAX } from "./plan";

const CALL_TIMEOUT_MS = 5_000;

export const USAGE = `usage: npm run demo -- [options]

An agent that behaves like a model asks a running \`npm start\` for things; the ledger tells what really happened. Both are
found through demo.json in .interlock (INTERLOCK_HOME).

  --actions N   how many actions the agent wants (1 to ${ACTIONS_MAX}, default ${BEHAVIOURS.length})
  --seed N      the same seed tells the same stories (default 1)
  --faults      make the ledger unreliable meanwhile
  --approve     approve what of it waits for a person, as the demo's operator
  --fast        no pauses for thought`;

/** Ends the demo with one sentence for the person at the terminal. */
export class CannotRun extends Error {}

export interface DemoOptions {
  actions: number;
  seed: number;
  faults: boolean;
  approve: boolean;
  fast: boolean;
  help: boolean;
}

export function readOptions(argv: string[]): DemoOptions {
  const { values } = parse(argv);
  return {
    actions: readInteger("--actions", values.actions, 1, ACTIONS_MAX),
    seed: readInteger("--seed", values.seed, 0, 2 ** 32 - 1),
    faults: values.faults,
    approve: values.approve,
    fast: values.fast,
    help: values.help,
  };
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        actions: { type: "string", default: String(BEHAVIOURS.length) },
        seed: { type: "string", default: "1" },
        faults: { type: "boolean", default: false },
        approve: { type: "boolean", default: false },
        fast: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new CannotRun(`${(error as Error).message}\n${USAGE}`);
  }
}

function readInteger(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new CannotRun(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

const Demo = z.object({
  url: z.url(),
  agentKey: z.string(),
  operatorToken: z.string(),
  operator: z.object({ email: z.string() }),
  ledgerUrl: z.url(),
});
export type Demo = z.infer<typeof Demo> & { file: string };

/** Where `npm start` left word of what it started. */
export async function findDemo(env: NodeJS.ProcessEnv): Promise<Demo> {
  const path = join(resolve(env["INTERLOCK_HOME"] || ".interlock"), "demo.json");
  const nearby = relative(process.cwd(), path);
  const file = nearby.startsWith("..") ? path : nearby;
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null)
    throw new CannotRun("Interlock is not running here yet: run `npm start` in another terminal first.");
  const parsed = Demo.safeParse(parseJson(text));
  if (!parsed.success) throw new CannotRun(`${file} cannot be read: run \`npm start\` again, it writes a new one.`);
  await requireAnswer(`${parsed.data.url}/api/health/live`, "Interlock");
  await requireAnswer(`${parsed.data.ledgerUrl}/health`, "The demo's ledger");
  return { ...parsed.data, file };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function requireAnswer(url: string, who: string): Promise<void> {
  try {
    const res = await fetch(url, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    await res.arrayBuffer();
  } catch {
    const origin = new URL(url).origin;
    throw new CannotRun(`${who} does not answer at ${origin}: run \`npm start\` in another terminal first.`);
  }
}
