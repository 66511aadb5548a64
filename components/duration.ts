const UNITS = [
  { ms: 86_400_000, name: "d" },
  { ms: 3_600_000, name: "h" },
  { ms: 60_000, name: "min" },
  { ms: 1_000, name: "s" },
] as const;

/** A span in its two largest units: "3 d 4 h", "2 min 5 s", "4.2 s", "850 ms". */
export function formatDuration(durationMs: number): string {
  const span = Math.max(0, Math.round(durationMs));
  if (span < 1_000) return `${span} ms`;
  if (span < 10_000) return `${trimZero((Math.floor(span / 100) / 10).toFixed(1))} s`;
  return formatWhole(span);
}

/** The same without fractions, for a clock that ticks once a second. */
export function formatSeconds(durationMs: number): string {
  const span = Math.max(0, durationMs);
  return span < 1_000 ? "0 s" : formatWhole(span);
}

function formatWhole(span: number): string {
  const index = UNITS.findIndex((unit) => span >= unit.ms);
  const large = UNITS[index];
  const small = UNITS[index + 1];
  if (large === undefined) return "0 s";
  const largeCount = Math.floor(span / large.ms);
  if (small === undefined) return `${largeCount} ${large.name}`;
  const smallCount = Math.floor((span % large.ms) / small.ms);
  return smallCount === 0 ? `${largeCount} ${large.name}` : `${largeCount} ${large.name} ${smallCount} ${small.name}`;
}

const SPELLED = [
  { ms: 86_400_000, name: "day", least: 2 },
  { ms: 3_600_000, name: "hour", least: 1 },
  { ms: 60_000, name: "minute", least: 1 },
  { ms: 1_000, name: "second", least: 1 },
] as const;

/** An exact span inside a sentence: "7 days", "24 hours", "90 seconds", "500 milliseconds". */
export function spellDuration(durationMs: number): string {
  const unit = SPELLED.find(({ ms, least }) => durationMs % ms === 0 && durationMs >= ms * least);
  const { ms, name } = unit ?? { ms: 1, name: "millisecond" };
  const count = durationMs / ms;
  return `${count.toLocaleString()} ${name}${count === 1 ? "" : "s"}`;
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}
