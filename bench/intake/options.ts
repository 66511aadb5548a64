import { parseArgs } from "node:util";

export const USAGE = `usage: npm run bench -- intake [options]
  --seconds N           how long each cell is measured (1 to 120, default 5)
  --connections LIST    how many at once, for example 1,32,128 (the default; at most 128)
  --rounds N            measure everything N times, interleaved, and take medians (1 to 20, default 1)
  --profile             afterwards, profile the web process at 32 connections and say where its time goes
  --json FILE           write everything to FILE as well`;

export class UsageError extends Error {}

export type Options = {
  seconds: number;
  connections: number[];
  rounds: number;
  profile: boolean;
  json: string | null;
};

const CONNECTIONS_MAX = 128;

export function readOptions(argv: string[]): Options {
  const { seconds, connections, rounds, profile, json } = parse(argv);
  return {
    seconds: readInteger("--seconds", seconds, 120),
    connections: connections.split(",").map((text) => readInteger("--connections", text.trim(), CONNECTIONS_MAX)),
    rounds: readInteger("--rounds", rounds, 20),
    profile,
    json: json ?? null,
  };
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        seconds: { type: "string", default: "5" },
        connections: { type: "string", default: "1,32,128" },
        rounds: { type: "string", default: "1" },
        profile: { type: "boolean", default: false },
        json: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

function readInteger(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new UsageError(`${name} takes whole numbers from 1 to ${max}, not "${text}".\n${USAGE}`);
}
