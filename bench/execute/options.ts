import { COMMON, type CommonOptions, makeUsage, parseOptions, readCommon, readList, UsageError } from "../arguments";
import { BACKENDS, type Backend } from "./cells";

const USAGE = makeUsage("execute", {
  profile: "also profile web and worker at 32 connections and say where their time goes",
  own: ["  --backends LIST       embedded (BullMQ on PostgreSQL), redis, or both (the default)"],
});

export type Options = CommonOptions & { backends: Backend[] };

export function readOptions(argv: string[]): Options {
  const options = { ...COMMON, backends: { type: "string", default: BACKENDS.join(",") } } as const;
  const { backends, ...common } = parseOptions(argv, options, USAGE);
  return { backends: readList(backends, (text) => readBackend(text, USAGE)), ...readCommon(common, USAGE) };
}

export function readBackend(text: string, usage: string): Backend {
  const backend = BACKENDS.find((name) => name === text);
  if (backend !== undefined) return backend;
  throw new UsageError(`--backends takes ${BACKENDS.join(", ")}, not "${text}".\n${usage}`);
}
