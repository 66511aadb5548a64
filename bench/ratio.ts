/** A figure that means something: a ratio inside this one run, or a figure that has an aim. */
export type Bound = { bound: "at least" | "at most"; value: number };

export type Ratio = {
  name: string;
  connections: number;
  value: number;
  aim: (Bound & { met: boolean }) | null;
};

/** Null where one side was not measured. */
export function ratio(
  name: string,
  connections: number,
  over: number | undefined,
  under: number | undefined,
  bound?: Bound,
): Ratio | null {
  if (over === undefined || under === undefined || under === 0) return null;
  return figure(name, connections, over / under, bound);
}

export function figure(name: string, connections: number, value: number, bound?: Bound): Ratio {
  if (bound === undefined) return { name, connections, value, aim: null };
  const met = bound.bound === "at least" ? value >= bound.value : value <= bound.value;
  return { name, connections, value, aim: { ...bound, met } };
}

const NAME_WIDTH = 48;
const EXACT_BELOW = 100;

export function ratioHead(title: string): string {
  return `${title.padEnd(NAME_WIDTH)}at once`;
}

export function ratioRow({ name, connections, value, aim }: Ratio): string {
  const verdict = aim === null ? "" : `   aim: ${aim.bound} ${written(aim.value, 0)}   ${aim.met ? "ok" : missed(aim)}`;
  return `${name.padEnd(NAME_WIDTH)}${String(connections).padStart(7)}${written(value, 2).padStart(11)}${verdict}`;
}

function written(value: number, digits: number): string {
  return value < EXACT_BELOW
    ? value.toFixed(Number.isInteger(value) ? digits : 2)
    : Math.round(value).toLocaleString("en-US");
}

function missed({ bound }: Bound): string {
  return bound === "at least" ? "BELOW" : "ABOVE";
}
