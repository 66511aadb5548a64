import { COMMON, type CommonOptions, makeUsage, parseOptions, readCommon, readInteger } from "../arguments";

const STORED_MIN = 1_000;
const STORED_MAX = 100_000_000;

const USAGE = makeUsage("intake", {
  profile: "afterwards, profile the web process at 32 connections and say where its time goes",
  own: [
    `  --stored N            new intents beside N that are stored already (${STORED_MIN} to ${STORED_MAX}), instead of duplicates`,
  ],
});

export type Options = CommonOptions & { stored: number | null };

export function readOptions(argv: string[]): Options {
  const { stored, ...common } = parseOptions(argv, { ...COMMON, stored: { type: "string" } } as const, USAGE);
  const limits = { min: STORED_MIN, max: STORED_MAX, usage: USAGE };
  return {
    ...readCommon(common, USAGE),
    stored: stored === undefined ? null : readInteger("--stored", stored, limits),
  };
}
