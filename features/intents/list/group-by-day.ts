export type Day<T> = { key: string; label: string; items: T[] };

const DAY_MS = 86_400_000;
const DATE = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Neighbours of one local day together, in the order they came. */
export function groupByDay<T extends { createdAt: string }>(items: T[], now: number): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const createdAt = new Date(item.createdAt);
    const key = dayKey(createdAt);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else days.push({ key, label: dayLabel(createdAt, now), items: [item] });
  }
  return days;
}

function dayLabel(at: Date, now: number): string {
  const key = dayKey(at);
  if (key === dayKey(new Date(now))) return "Today";
  if (key === dayKey(new Date(now - DAY_MS))) return "Yesterday";
  return DATE.format(at);
}

function dayKey(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}
