import { parseOptions, readInteger } from "../arguments";

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
    intents: readInteger("--intents", texts.intents, { min: 1_000, max: INTENTS_MAX, usage: USAGE }),
    samples: readInteger("--samples", texts.samples, { min: 1, max: SAMPLES_MAX, usage: USAGE }),
    plans: texts.plans,
    json: texts.json ?? null,
  };
}
