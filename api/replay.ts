/** POST /api/v1/contracts/{tool}/replay: the Key Lab. One answer, or a stream of progress that ends with it. */
import type { Context } from "hono";
import { requireOperator } from "@/lib/application/authenticate";
import { InvalidError } from "@/lib/application/errors";
import type { Replayed, ReplayInput } from "@/lib/application/replay-contract";
import { findJsonFault } from "@/lib/domain/contract/json-fault";
import { findUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import { NDJSON_TYPE, ReplayBody, type ReplayLine, ReplayQuery } from "@/lib/wire/replay";
import { identifyCaller } from "./caller";
import { formatOf, toolOf } from "./contract-text";
import type { ApiDeps } from "./deps";
import { problemAnswer, RequestError } from "./problem";
import { parseBody, readQuery, readText } from "./read-body";
import { toReplayDto } from "./replay-dto";

export async function replayHandler(deps: ApiDeps, context: Context): Promise<Response> {
  requireOperator(await identifyCaller(deps, context));
  try {
    const input = await readInput(context);
    const wantsLines = (context.req.header("accept") ?? "").includes(NDJSON_TYPE);
    return await (wantsLines ? streamReplay(deps, context, input) : answerReplay(deps, context, input));
  } catch (error) {
    return refuseContract(context, error);
  }
}

/** In publishing's words, but for what to do now: nobody has asked to publish. */
function refuseContract(context: Context, error: unknown): Response {
  if (!(error instanceof InvalidError && error.code === "invalid_contract")) throw error;
  const { status, headers, body } = problemAnswer(error, new URL(context.req.url).origin);
  const correctiveAction = "Correct what `errors` names and replay it again.";
  return context.body(JSON.stringify({ ...body, correctiveAction }), status as 422, headers);
}

async function readInput(context: Context): Promise<ReplayInput> {
  const tool = toolOf(context);
  const query = readQuery(context, ReplayQuery);
  const format = formatOf(context.req.header("content-type") ?? "application/json");
  const text = await readText(context);
  if (format === "yaml") return toInput(tool, { text, format }, query);
  const { body } = parseBody(text, ReplayBody);
  const { contract } = body;
  const range = { ...query, ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) };
  if (typeof contract === "string") return toInput(tool, { text: contract, format: body.format ?? "yaml" }, range);
  requireFaithful(text);
  return toInput(tool, { text: JSON.stringify(contract), format: "json" }, range);
}

type Range = ReplayQuery;

function toInput(tool: string, written: Pick<ReplayInput, "text" | "format">, range: Range): ReplayInput {
  const { from, to, namespace = null, limit } = range;
  const [fromMs, toMs] = [from, to].map((text) => (text === undefined ? null : Date.parse(text)));
  return { tool, ...written, fromMs: fromMs ?? null, toMs: toMs ?? null, namespace, examplesMax: limit };
}

/** As publishing has it: one that lost digits or one of two equal members on its way would be another contract. */
function requireFaithful(text: string): void {
  const fault = findJsonFault(text);
  const message = "This number has more digits than can be carried exactly.";
  const inexact = findUnsafeNumbers(text).map((pointer) => ({ pointer: pointer.replace(OF_CONTRACT, ""), message }));
  const errors = fault === null ? inexact : [{ pointer: "", message: fault.message }];
  if (errors.length > 0) throw new InvalidError("invalid_contract", "The contract cannot be read.", errors);
}

/** Pointers are those of the contract, as publishing has them. */
const OF_CONTRACT = /^\/contract(?=\/|$)/;

async function answerReplay(deps: ApiDeps, context: Context, input: ReplayInput): Promise<Response> {
  const { signal } = context.req.raw;
  try {
    const replayed = await deps.replayContract(input, () => undefined, signal);
    return context.json(toReplayDto(replayed), 200, { "cache-control": "no-store" });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new RequestError(400, "invalid_request", "The connection was closed.", "Send the request again.");
  }
}

const PROGRESS_INTERVAL_MS = 100;

/** What is refused before it begins is an ordinary problem; from then on the lines tell. */
async function streamReplay(deps: ApiDeps, context: Context, input: ReplayInput): Promise<Response> {
  const gone = new AbortController();
  let onProgress: (done: number, total: number) => void = () => undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = deps.replayContract(
    input,
    (done, total) => {
      begin();
      onProgress(done, total);
    },
    gone.signal,
  );
  await Promise.race([begun, ended]);
  const { origin } = new URL(context.req.url);
  const last = ended.then(toLine, (error: unknown): ReplayLine => {
    if (!gone.signal.aborted) deps.onError(error, "POST /api/v1/contracts/{tool}/replay");
    return { ...problemAnswer(error, origin).body, type: "problem" };
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: ReplayLine) => controller.enqueue(ENCODER.encode(`${JSON.stringify(line)}\n`));
      // A reader that is too slow gets fewer lines, never a longer queue.
      onProgress = everyNowAndThen((done, total) => {
        if ((controller.desiredSize ?? 0) > 0) send({ type: "progress", done, total });
      });
      void last.then((line) => {
        if (gone.signal.aborted) return;
        send(line);
        controller.close();
      });
    },
    cancel: () => gone.abort(),
  });
  return context.body(body, 200, { "content-type": NDJSON_TYPE, "cache-control": "no-store" });
}

const ENCODER = new TextEncoder();

function everyNowAndThen(tell: (done: number, total: number) => void): (done: number, total: number) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < PROGRESS_INTERVAL_MS) return;
    toldMs = nowMs;
    tell(done, total);
  };
}

function toLine(replayed: Replayed): ReplayLine {
  return { type: "result", ...toReplayDto(replayed) };
}
