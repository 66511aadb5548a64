import type { LoggedEventDto } from "@/lib/wire/audit";

export type LogRow =
  | { kind: "day"; key: string; label: string }
  | { kind: "event"; key: string; event: LoggedEventDto };

const DAY_MS = 86_400_000;
const DATE = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Events in the order they came, with a row where another local day begins. */
export function toLogRows(events: LoggedEventDto[], now: number): LogRow[] {
  const rows: LogRow[] = [];
  let [day, dayCount] = ["", 0];
  for (const event of events) {
    const at = new Date(event.at);
    if (at.toDateString() !== day) {
      day = at.toDateString();
      // Clocks may step back over midnight: a day can come twice.
      rows.push({ kind: "day", key: `${day} ${dayCount}`, label: dayLabel(at, now) });
      dayCount += 1;
    }
    rows.push({ kind: "event", key: event.id, event });
  }
  return rows;
}

function dayLabel(at: Date, now: number): string {
  if (at.toDateString() === new Date(now).toDateString()) return "Today";
  if (at.toDateString() === new Date(now - DAY_MS).toDateString()) return "Yesterday";
  return DATE.format(at);
}
