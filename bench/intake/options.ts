import { parseArgs } from "node:util";
import { CONNECTIONS_MAX, makeReadInteger, ROUNDS_MAX, SECONDS_MAX, UsageError } from "../arguments";

const USAGE = `usage: npm run bench -- intake [options]
  --seconds N           how long each cell is measured (1 to ${SECONDS_MAX}, default 5)
  --connections LIST    how many at once, for example 1,32,128 (the default; at most ${CONNECTIONS_MAX})
  --rounds N            measure everything N times, interleaved, and take medians (1 to ${ROUNDS_MAX}, default 1)
  --profile             afterwards, profile the web process at 32 connections and say where its time goes
  --json FILE           write everything to FILE as well`;

export type Options = {
  seconds: number;
  connections: number[];
  rounds: number;
  profile: boolean;
  json: string | null;
};

export function readOptions(argv: string[]): Options {
  const { seconds, connections, rounds, profile, json } = parse(argv);
  const readInteger = makeReadInteger(USAGE);
  return {
    seconds: readInteger("--seconds", seconds, SECONDS_MAX),
    connections: connections.split(",").map((text) => readInteger("--connections", text.trim(), CONNECTIONS_MAX)),
    rounds: readInteger("--rounds", rounds, ROUNDS_MAX),
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
