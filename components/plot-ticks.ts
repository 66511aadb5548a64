/** Where the lines of an axis are. `place`: from 0, where the axis begins, to 1, where it ends. */
export type Tick = { place: number; label: string };
export type Scale = { ticks: Tick[]; placeOf: (value: number) => number };

const TICKS_WANTED = 3;
const COMPACT = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** From nothing to a round number that nothing exceeds, in whole steps: what is counted has no halves. */
export function countScale(max: number): Scale {
  const step = roundStep(Math.max(1, max) / TICKS_WANTED);
  const top = Math.max(step, Math.ceil(max / step) * step);
  const ticks: Tick[] = [];
  for (let value = 0; value <= top; value += step) ticks.push({ place: value / top, label: COMPACT.format(value) });
  return { ticks, placeOf: (value) => value / top };
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

const DURATIONS = [
  [100, "0.1 s"],
  [1_000, "1 s"],
  [10_000, "10 s"],
  [60_000, "1 min"],
  [600_000, "10 min"],
  [3_600_000, "1 h"],
  [21_600_000, "6 h"],
  [86_400_000, "1 d"],
  [604_800_000, "7 d"],
  [2_592_000_000, "30 d"],
  [31_536_000_000, "1 y"],
] as const;

/** Each line some times the one below: what takes seconds and what takes days can both be read. */
export function durationScale(values: number[]): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const first = Math.max(
    0,
    DURATIONS.findLastIndex(([ms]) => ms <= least),
  );
  const above = DURATIONS.findIndex(([ms]) => ms >= most);
  const last = Math.max(first + 1, above === -1 ? DURATIONS.length - 1 : above);
  const used = DURATIONS.slice(first, last + 1);
  const low = used[0]?.[0] ?? 1;
  const high = used.at(-1)?.[0] ?? low * 10;
  const placeOf = (value: number) =>
    Math.min(1, Math.max(0, Math.log(Math.max(low, value) / low) / Math.log(high / low)));
  return { ticks: used.map(([ms, label]) => ({ place: placeOf(ms), label })), placeOf };
}
