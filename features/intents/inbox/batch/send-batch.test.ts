import { expect, test } from "vitest";
import type { BatchBody, BatchDto } from "@/lib/wire/inbox";
import type { Picked } from "./picked";
import { sendBatch } from "./send-batch";

const picked = (count: number): Picked[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `int_${index}`,
    title: "t",
    argsDigest: `digest ${index}`,
    heldSince: "2026-01-01T00:00:00.000Z",
    amount: null,
    risk: "low",
    undoMs: 0,
    othersNeeded: 0,
  }));

function world({ failsAt = Number.POSITIVE_INFINITY, stopsAfter = Number.POSITIVE_INFINITY } = {}) {
  const sent: BatchBody[] = [];
  const progress: number[] = [];
  const answer = async (body: BatchBody): Promise<BatchDto> => {
    sent.push(body);
    if (sent.length > failsAt) throw new Error("no answer");
    const results = body.items.map(({ intentId }) => ({ intentId, intent: null, problem: null }));
    return { results };
  };
  const deps = {
    send: answer,
    onProgress: (count: number) => progress.push(count),
    onAnswer: () => undefined,
    isStopped: () => sent.length >= stopsAfter,
    now: () => 0,
  };
  return { deps, sent, progress };
}

function outcomes(results: { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

test("a few at a time, each with the digest and the hold that were seen", async () => {
  const { deps, sent, progress } = world();
  const results = await sendBatch({ verdict: "deny", picked: picked(60), reason: "no" }, deps);
  expect(sent.map(({ items }) => items.length)).toEqual([25, 25, 10]);
  expect(sent[0]).toMatchObject({ verdict: "deny", reason: "no" });
  expect(sent[2]?.items.at(-1)).toEqual({
    intentId: "int_59",
    argsDigest: "digest 59",
    heldSince: "2026-01-01T00:00:00.000Z",
  });
  expect(progress).toEqual([25, 50, 60]);
  expect(outcomes(results)).toEqual({ decided: 60 });
});

test("without an answer it is not known, and nothing more is sent", async () => {
  const { deps, sent } = world({ failsAt: 1 });
  expect(outcomes(await sendBatch({ verdict: "approve", picked: picked(60) }, deps))).toEqual({
    decided: 25,
    not_known: 25,
    not_sent: 10,
  });
  expect(sent).toHaveLength(2);
});

test("a batch that is stopped says what was not sent", async () => {
  const { deps } = world({ stopsAfter: 1 });
  expect(outcomes(await sendBatch({ verdict: "approve", picked: picked(60) }, deps))).toEqual({
    decided: 25,
    not_sent: 35,
  });
});
