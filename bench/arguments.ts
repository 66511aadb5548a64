/** What every benchmark reads from its command line in the same way. */
import { type ParseArgsConfig, parseArgs } from "node:util";

export class UsageError extends Error {}

const CONNECTIONS_MAX = 128;
const SECONDS_MAX = 120;
const ROUNDS_MAX = 20;

export type CommonOptions = {
  seconds: number;
  connections: number[];
  rounds: number;
  profile: boolean;
  json: string | null;
};

export const COMMON = {
  seconds: { type: "string", default: "5" },
  connections: { type: "string", default: "1,32,128" },
  rounds: { type: "string", default: "1" },
  profile: { type: "boolean", default: false },
  json: { type: "string" },
} as const;

type CommonTexts = Record<"seconds" | "connections" | "rounds", string> & { profile: boolean; json?: string };

/** `profile`: what that option does here, if there is one; `own`: the lines of the options that only this benchmark has. */
export function makeUsage(name: string, { profile, own = [] }: { profile?: string; own?: string[] }): string {
  return [
    `usage: npm run bench -- ${name} [options]`,
    ...own,
    `  --seconds N           how long each cell is measured (1 to ${SECONDS_MAX}, default 5)`,
    `  --connections LIST    how many at once, for example 1,32,128 (the default; at most ${CONNECTIONS_MAX})`,
    `  --rounds N            measure everything N times, interleaved, and take medians (1 to ${ROUNDS_MAX}, default 1)`,
    ...(profile === undefined ? [] : [`  --profile             ${profile}`]),
    "  --json FILE           write everything to FILE as well",
  ].join("\n");
}

/** Shows the usage on request, and when there is no such option. */
export function parseOptions<T extends NonNullable<ParseArgsConfig["options"]>>(
  argv: string[],
  options: T,
  usage: string,
) {
  if (argv.includes("--help") || argv.includes("-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

export function readCommon(texts: CommonTexts, usage: string): CommonOptions {
  const { seconds, connections, rounds, profile, json } = texts;
  const read = (name: string, text: string, max: number) => readInteger(name, text, { min: 1, max, usage });
  return {
    seconds: read("--seconds", seconds, SECONDS_MAX),
    connections: readList(connections, (text) => read("--connections", text, CONNECTIONS_MAX)),
    rounds: read("--rounds", rounds, ROUNDS_MAX),
    profile,
    json: json ?? null,
  };
}

export function readList<T>(text: string, readItem: (text: string) => T): T[] {
  return text.split(",").map((item) => readItem(item.trim()));
}

/** Whole numbers only. */
export function readInteger(name: string, text: string, limits: { min: number; max: number; usage: string }): number {
  const { min, max, usage } = limits;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${name} takes whole numbers from ${min} to ${max}, not "${text}".\n${usage}`);
}
