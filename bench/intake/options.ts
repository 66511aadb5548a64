import { COMMON, type CommonOptions, makeUsage, parseOptions, readCommon } from "../arguments";

const USAGE = makeUsage("intake", {
  profile: "afterwards, profile the web process at 32 connections and say where its time goes",
});

export type Options = CommonOptions;

export function readOptions(argv: string[]): Options {
  return readCommon(parseOptions(argv, COMMON, USAGE), USAGE);
}
