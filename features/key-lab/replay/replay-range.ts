/** Which part of the record is replayed: so many days back from now, or between two instants. */
export const RANGES = [
  { value: "1d", words: "The last 24 hours", days: 1 },
  { value: "7d", words: "The last 7 days", days: 7 },
  { value: "30d", words: "The last 30 days", days: 30 },
  { value: "between", words: "Between two instants", days: null },
] as const;
export type RangeName = (typeof RANGES)[number]["value"];

/** As the form has them; `from` and `to` in the reader's own time, as `datetime-local` writes it, and may be empty. */
export type RangeForm = { range: RangeName; from: string; to: string; namespace: string };
export const WHOLE_WEEK: RangeForm = { range: "7d", from: "", to: "", namespace: "" };

export type ReplayAsk = { from?: string; to?: string; namespace?: string };

const DAY_MS = 86_400_000;

/** A sentence says what is wrong with the form. */
export function readRange(form: RangeForm, nowMs: number): ReplayAsk | string {
  const named = form.namespace.trim();
  const namespace = named === "" ? {} : { namespace: named };
  const { days } = RANGES.find(({ value }) => value === form.range) ?? { days: null };
  if (days !== null) return { from: new Date(nowMs - days * DAY_MS).toISOString(), ...namespace };
  const [from, to] = [toInstant(form.from), toInstant(form.to)];
  if (from === null) return "Say from when.";
  if (from === undefined || to === undefined) return "This is no instant.";
  const endMs = to === null ? nowMs : Date.parse(to);
  if (Date.parse(from) >= endMs) return "It must begin before it ends, and before now.";
  return { from, ...(to === null ? {} : { to }), ...namespace };
}

/** Null: nothing was written; undefined: nothing that is an instant. */
function toInstant(local: string): string | null | undefined {
  if (local === "") return null;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
