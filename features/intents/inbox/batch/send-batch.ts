/** Sends one verdict on many, a few at a time, until all are sent, somebody stops it, or an answer is missing. */
import type { BatchBody, BatchDto } from "@/lib/wire/inbox";
import { type Result, resultOf, type Verdict } from "./batch-words";
import type { Picked } from "./picked";

/** The API takes more; but an answer must not be waited for so long that nobody knows what it would have said. */
const CHUNK_MAX = 25;

const NOT_KNOWN = "No answer came: it is not known whether this was decided. Look at it before you decide again.";
const NOT_SENT = "Not sent: it is as it was.";

export type Batch = { verdict: Verdict; picked: readonly Picked[]; reason?: string };

type SendDeps = {
  send: (body: BatchBody) => Promise<BatchDto>;
  onProgress: (doneCount: number) => void;
  /** What the answers said, as they come. */
  onAnswer: (answer: BatchDto, sentAtMs: number) => void;
  isStopped: () => boolean;
  now: () => number;
};

/** A result for each, in their order. */
export async function sendBatch({ verdict, picked, reason }: Batch, deps: SendDeps): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < picked.length; start += CHUNK_MAX) {
    if (deps.isStopped()) break;
    const chunk = picked.slice(start, start + CHUNK_MAX);
    const sentAtMs = deps.now();
    let answer: BatchDto;
    try {
      answer = await deps.send({ verdict, items: chunk.map(toItem), ...(reason === undefined ? {} : { reason }) });
    } catch (error) {
      // The server may have decided some of them; the rest is not sent behind a question mark.
      console.warn("A batch got no answer", error);
      results.push(...chunk.map((one): Result => ({ picked: one, outcome: "not_known", words: NOT_KNOWN })));
      break;
    }
    deps.onAnswer(answer, sentAtMs);
    const byId = new Map(answer.results.map((result) => [result.intentId, result]));
    results.push(
      ...chunk.map((one): Result => {
        const result = byId.get(one.id);
        if (result === undefined) return { picked: one, outcome: "not_known", words: NOT_KNOWN };
        return resultOf(verdict, one, result);
      }),
    );
    deps.onProgress(results.length);
  }
  const rest = picked.slice(results.length);
  return [...results, ...rest.map((one): Result => ({ picked: one, outcome: "not_sent", words: NOT_SENT }))];
}

function toItem({ id, argsDigest, heldSince }: Picked): BatchBody["items"][number] {
  return { intentId: id, argsDigest, ...(heldSince === undefined ? {} : { heldSince }) };
}
