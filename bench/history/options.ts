import { parseOptions, UsageError } from "../arguments";

const INTENTS_MAX = 100_000_000;
const SAMPLES_MAX = 10_000;

const USAGE = `usage: npm run bench -- history [options]
  --intents N     how many intents are generated (1000 to ${INTENTS_MAX}, default 500000; 10000000 takes about 20 GB)
  --samples N     how often each list is asked for, by the store and by HTTP (1 to ${SAMPLES_MAX}, default 200)
  --plans         also show how PostgreSQL finds each
  --json FILE     write everything to FILE as well`;

export type Options = { intents: number; samples: number; plans: boolean; json: string | null };

export function readOptions(argv: string[]): Options {
  const texts = parseOptions(
    argv,
    {
      intents: { type: "string", default: "500000" },
      samples: { type: "string", default: "200" },
      plans: { type: "boolean", default: false },
      json: { type: "string" },
    },
    USAGE,
  );
  return {
    intents: readCount("--intents", texts.intents, 1_000, INTENTS_MAX),
    samples: readCount("--samples", texts.samples, 1, SAMPLES_MAX),
    plans: texts.plans,
    json: texts.json ?? null,
  };
}

function readCount(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${name} takes whole numbers from ${min} to ${max}, not "${text}".\n${USAGE}`);
}
