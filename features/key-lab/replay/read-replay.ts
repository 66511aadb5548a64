import { ProblemError } from "@/lib/wire/fetch-json";
import { fetchLines } from "@/lib/wire/fetch-lines";
import type { Problem } from "@/lib/wire/problem";
import type { ReplayDto, ReplayLine } from "@/lib/wire/replay";
import { contractPath, type Written } from "../queries";
import type { ReplayAsk } from "./replay-range";

export type Progress = { done: number; total: number };

const NDJSON = "application/x-ndjson";
const EXAMPLES_MAX = 20;

const lineSchema = async () => (await import("@/lib/wire/replay")).ReplayLine;

/** Ends with the result, or fails with what the server said. */
export async function readReplay(
  tool: string,
  { text, format }: Written,
  ask: ReplayAsk,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ReplayDto> {
  const body = { contract: text, format, limit: EXAMPLES_MAX, ...ask };
  const send = { method: "POST", body, headers: { accept: NDJSON }, signal } as const;
  for await (const line of fetchLines(lineSchema, `${contractPath(tool)}/replay`, send)) {
    if (line.type === "result") return line;
    if (line.type === "problem") throw new ProblemError(toProblem(line));
    onProgress({ done: line.done, total: line.total });
  }
  throw new ProblemError({ ...CUT_OFF, type: "about:blank" });
}

type ProblemLine = Extract<ReplayLine, { type: "problem" }>;

function toProblem({ title, detail, ...more }: ProblemLine): Problem {
  return { ...CUT_OFF, ...more, title, ...(detail === undefined ? {} : { detail }), type: "about:blank" };
}

const CUT_OFF: Problem = {
  type: "about:blank",
  title: "The replay ended before its result",
  status: 0,
  code: "cut_off",
  retriable: true,
  correctiveAction: "Nothing was changed. Replay it again.",
};
