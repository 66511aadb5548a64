/** A figure that means something: a ratio inside this one run, or a figure that has a goal. */

/** What is to be reached first, and what is aimed for then; the same where there is one goal only. */
export type Goal = { bound: "at least" | "at most"; reach: number; aim: number };
export type Verdict = "aim met" | "reached" | "SHORT";

export type Ratio = {
  name: string;
  /** Null where there is no number of connections. */
  connections: number | null;
  value: number;
  goal: (Goal & { verdict: Verdict }) | null;
};

export const atLeast = (reach: number, aim = reach): Goal => ({ bound: "at least", reach, aim });
export const atMost = (reach: number, aim = reach): Goal => ({ bound: "at most", reach, aim });

/** Null where one side was not measured. */
export function ratio(
  name: string,
  connections: number | null,
  sides: { over: number | null | undefined; under: number | null | undefined },
  goal?: Goal,
): Ratio | null {
  const { over, under } = sides;
  if (over == null || under == null || under === 0) return null;
  return figure(name, connections, over / under, goal);
}

/** Null where it was not measured. */
export function figure(name: string, connections: number | null, value: number, goal?: Goal): Ratio;
export function figure(name: string, connections: number | null, value?: number | null, goal?: Goal): Ratio | null;
export function figure(name: string, connections: number | null, value?: number | null, goal?: Goal): Ratio | null {
  if (value == null) return null;
  return { name, connections, value, goal: goal === undefined ? null : { ...goal, verdict: judge(value, goal) } };
}

function judge(value: number, { bound, reach, aim }: Goal): Verdict {
  const meets = (limit: number) => (bound === "at least" ? value >= limit : value <= limit);
  if (meets(aim)) return "aim met";
  return meets(reach) ? "reached" : "SHORT";
}

const NAME_WIDTH = 48;
const EXACT_BELOW = 100;

export function ratioHead(title: string): string {
  return `${title.padEnd(NAME_WIDTH)}at once`;
}

export function ratioRow({ name, connections, value, goal }: Ratio): string {
  return `${name.padEnd(NAME_WIDTH)}${String(connections ?? "").padStart(7)}${written(value).padStart(11)}${goal === null ? "" : goalText(goal)}`;
}

function goalText({ bound, reach, aim, verdict }: Goal & { verdict: Verdict }): string {
  const sign = bound === "at least" ? "≥" : "≤";
  const reachText = reach === aim ? "" : `reach ${sign} ${written(reach)}`;
  return `   ${reachText.padEnd(16)}aim ${`${sign} ${written(aim)}`.padEnd(9)} ${verdict}`;
}

function written(value: number): string {
  return value < EXACT_BELOW ? value.toFixed(2) : Math.round(value).toLocaleString("en-US");
}
