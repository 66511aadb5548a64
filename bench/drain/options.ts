import { parseOptions, readInteger, readList } from "../arguments";
import { BACKENDS, type Backend } from "../execute/cells";
import { readBackend } from "../execute/options";

const INTENTS_MAX = 1_000_000;
const ROUNDS_MAX = 20;

const USAGE = `usage: npm run bench -- drain [options]
  --intents N        how many are due when the worker starts (1000 to ${INTENTS_MAX}, default 50000)
  --backends LIST    embedded (BullMQ on PostgreSQL), redis, or both (the default)
  --rounds N         measure everything N times, interleaved (1 to ${ROUNDS_MAX}, default 1)
  --json FILE        write everything to FILE as well`;

export type Options = { intents: number; backends: Backend[]; rounds: number; json: string | null };

export function readOptions(argv: string[]): Options {
  const options = {
    intents: { type: "string", default: "50000" },
    backends: { type: "string", default: BACKENDS.join(",") },
    rounds: { type: "string", default: "1" },
    json: { type: "string" },
  } as const;
  const { intents, backends, rounds, json } = parseOptions(argv, options, USAGE);
  return {
    intents: readInteger("--intents", intents, { min: 1_000, max: INTENTS_MAX, usage: USAGE }),
    backends: readList(backends, (text) => readBackend(text, USAGE)),
    rounds: readInteger("--rounds", rounds, { min: 1, max: ROUNDS_MAX, usage: USAGE }),
    json: json ?? null,
  };
}
