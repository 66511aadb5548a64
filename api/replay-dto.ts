import type { Replayed } from "@/lib/application/replay-contract";
import type { Outcome } from "@/lib/domain/replay/outcome";
import type { OutcomeDto, ReplayDto } from "@/lib/wire/replay";
import { toEnginesDto } from "./engines-dto";

export function toReplayDto(replayed: Replayed): ReplayDto {
  const { tool, comparedWith, derivation, keysChange, warnings, result, tookMs } = replayed;
  const { differs } = result;
  return {
    tool,
    comparedWith,
    derivation,
    engines: toEnginesDto(replayed.engines),
    keysChange,
    warnings,
    range: {
      from: toText(replayed.fromMs),
      to: toText(replayed.toMs),
      cutAt: replayed.cutAtMs === null ? null : toText(replayed.cutAtMs),
    },
    submissions: {
      read: replayed.readCount,
      compared: result.comparedCount,
      changed: result.changedCount,
      underEarlierVersions: result.earlierVersionsCount,
      leftOut: {
        erased: replayed.erasedCount,
        notReproduced: result.notReproducedCount,
        peoplesOrders: result.ordersCount,
      },
      before: { read: replayed.beforeCount, isCut: replayed.isBeforeCut },
    },
    differences: Object.fromEntries(
      Object.entries(result.differences).map(([kind, { count, examples }]) => [
        kind,
        {
          count,
          examples: examples.map(({ submissionId, intentId, receivedAt, was, would }) => ({
            submissionId,
            intentId,
            receivedAt: toText(receivedAt),
            was: toOutcomeDto(was),
            would: toOutcomeDto(would),
            differs: differs.get(submissionId) ?? [],
          })),
        },
      ]),
    ),
    notReproduced: result.notReproduced.map(({ submissionId, intentId, receivedAt, recorded, replayed }) => ({
      submissionId,
      intentId,
      receivedAt: toText(receivedAt),
      recorded: {
        disposition: recorded.disposition,
        refusal: recorded.refusal,
        verdict: recorded.decision?.verdict ?? null,
        rule: recorded.decision?.rule ?? null,
        reasons: recorded.decision?.reasons ?? [],
      },
      replayed: toOutcomeDto(replayed),
    })),
    tookMs,
  };
}

function toOutcomeDto({ openedBy: _, ...outcome }: Outcome): OutcomeDto {
  return outcome;
}

function toText(ms: number): string {
  return new Date(ms).toISOString();
}
