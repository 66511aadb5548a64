/**
 * Which layer sent the same action again, inferred from the gap between two submissions of one intent. A guess by
 * rules that anybody can read, in this order; the first that holds names the layer.
 */
export const RETRY_LAYERS = ["model", "person_or_cron", "http_client", "framework", "orchestrator", "unknown"] as const;
export type RetryLayer = (typeof RETRY_LAYERS)[number];

export type Gap = {
  gapMs: number;
  /** The gaps before and after it, within the same intent. */
  beforeMs: number | null;
  afterMs: number | null;
  sameBytes: boolean;
  sameCallerKey: boolean;
  sameRunAndStep: boolean;
};

export type RetryRule = { layer: RetryLayer; says: string; when: (gap: Gap) => boolean };

const CLIENT_MAX_MS = 2_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Doubling with some jitter, tripling; not a steady beat. */
const GROWTH_MIN = 1.5;
const GROWTH_MAX = 4;

export const RETRY_RULES: RetryRule[] = [
  {
    layer: "model",
    says: "Other words, other incidental fields, or another Idempotency-Key: the model asked again.",
    when: ({ sameBytes, sameCallerKey }) => !sameBytes || !sameCallerKey,
  },
  {
    layer: "person_or_cron",
    says: "The same bytes an hour or more later: a person, or something on a schedule.",
    when: ({ gapMs }) => gapMs >= HOUR_MS,
  },
  {
    layer: "http_client",
    says: "The same bytes within two seconds: the HTTP client sent them again.",
    when: ({ gapMs }) => gapMs < CLIENT_MAX_MS,
  },
  {
    layer: "framework",
    says: "The same bytes after waits that grow by about the same factor: a framework's back-off.",
    when: ({ gapMs, beforeMs, afterMs }) => grows(beforeMs, gapMs) || grows(gapMs, afterMs),
  },
  {
    layer: "orchestrator",
    says: "The same bytes in the same run and step, minutes later: the orchestrator replayed the step.",
    when: ({ gapMs, sameRunAndStep }) => sameRunAndStep && gapMs >= MINUTE_MS,
  },
  {
    layer: "framework",
    says: "The same bytes once more within a minute: one retry of a framework.",
    when: ({ gapMs }) => gapMs < MINUTE_MS,
  },
];

export function retryLayerOf(gap: Gap): RetryLayer {
  return RETRY_RULES.find(({ when }) => when(gap))?.layer ?? "unknown";
}

function grows(before: number | null, after: number | null): boolean {
  if (before === null || after === null || before <= 0) return false;
  const factor = after / before;
  return factor >= GROWTH_MIN && factor <= GROWTH_MAX;
}

export type Sent = {
  at: number;
  bytes: string;
  callerKey: string | null;
  run: string | null;
  step: string | null;
};

/** One gap for each submission after the first, in order. */
export function gapsBetween(sent: readonly Sent[]): Gap[] {
  const gaps = sent.slice(1).map((one, index) => one.at - (sent[index] as Sent).at);
  return gaps.map((gapMs, index) => {
    const [before, after] = [sent[index] as Sent, sent[index + 1] as Sent];
    return {
      gapMs,
      beforeMs: gaps[index - 1] ?? null,
      afterMs: gaps[index + 1] ?? null,
      sameBytes: before.bytes === after.bytes,
      sameCallerKey: before.callerKey === after.callerKey,
      sameRunAndStep: before.run === after.run && before.step === after.step,
    };
  });
}
