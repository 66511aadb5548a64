/** What a finding carries in `data`, read carefully: older versions and other kinds may carry anything. */
import type { FindingDto } from "@/lib/wire/finding";

export type Evidence = {
  effectId: string | null;
  recordedEffectId: string | null;
  effectIds: string[];
  /** The intent's state when it was found. */
  state: string | null;
  source: string | null;
  differs: string[];
  differences: Difference[];
  amount: Money | null;
  at: string | null;
  line: number | null;
  outcome: string | null;
  otherId: string | null;
  version: number | null;
  reason: string | null;
  gapMs: number | null;
};

export type Money = { amount: string; currency: string | null; isMinor: boolean };
export type Difference =
  | { what: "amount"; ours: Money | null; theirs: Money | null }
  | { what: "effect id"; ours: string | null; theirs: string | null }
  | { what: "target"; pointer: string };

const TEXT_LENGTH_MAX = 120;

export function readEvidence({ data }: Pick<FindingDto, "data">): Evidence {
  return {
    effectId: text(data.effectId),
    recordedEffectId: text(data.recordedEffectId),
    effectIds: texts(data.effectIds),
    state: text(data.state),
    source: text(data.source),
    differs: Array.isArray(data.differs) ? data.differs.filter((one) => typeof one === "string") : [],
    differences: Array.isArray(data.differences) ? data.differences.flatMap(toDifference) : [],
    amount: toMoney(data),
    at: instant(data.at),
    line: typeof data.line === "number" ? data.line : null,
    outcome: text(data.outcome),
    otherId: text(data.otherId) ?? text(data.otherIntentId),
    version: typeof data.version === "number" ? data.version : null,
    reason: text(data.reason),
    gapMs: typeof data.gapMs === "number" ? data.gapMs : null,
  };
}

function toDifference(value: unknown): Difference[] {
  const { what, ours, theirs, pointer } = (value ?? {}) as Record<string, unknown>;
  if (what === "amount") return [{ what, ours: toMoney(ours), theirs: toMoney(theirs) }];
  if (what === "effectId") return [{ what: "effect id", ours: text(ours), theirs: text(theirs) }];
  return what === "target" && typeof pointer === "string" ? [{ what, pointer }] : [];
}

function toMoney(value: unknown): Money | null {
  const { amount, currency, unit } = (value ?? {}) as Record<string, unknown>;
  const said = text(amount);
  return said === null ? null : { amount: said, currency: text(currency), isMinor: unit === "minor" };
}

/** In its currency where that is known, to the last digit; else as it was written. */
export function formatMoney({ amount, currency, isMinor }: Money): string {
  if (currency === null) return isMinor ? `${amount} (minor units, no currency)` : `${amount} (no currency)`;
  try {
    // As text: a number would be rounded.
    return new Intl.NumberFormat(undefined, { style: "currency", currency }).format(amount as unknown as number);
  } catch {
    return `${amount} ${currency}`; // a code that this browser does not know
  }
}

function text(value: unknown): string | null {
  if (typeof value !== "string" || value === "") return null;
  return value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).flatMap((one) => text(one) ?? []);
}

function instant(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}
