import { expect, test } from "vitest";
import type { LoggedEventDto } from "@/lib/wire/audit";
import { toLogRows } from "./log-rows";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const event = (id: string, when: string) => ({ id, at: when }) as LoggedEventDto;

test("a row says where another day begins, and keys stay when newer events come", () => {
  const now = new Date(2026, 10, 17, 12).getTime();
  const events = [event("c", at(17, 9)), event("b", at(16, 23)), event("a", at(14, 1))];
  const rows = toLogRows(events, now);
  expect(rows.map((row) => (row.kind === "day" ? row.label : row.event.id)).slice(0, 4)).toEqual([
    "Today",
    "c",
    "Yesterday",
    "b",
  ]);
  const later = toLogRows([event("d", at(17, 10)), ...events], now);
  expect(later.map(({ key }) => key)).toEqual(expect.arrayContaining(rows.map(({ key }) => key)));
});

test("keys are unique, even if a clock stepped back over midnight", () => {
  const rows = toLogRows([event("c", at(17, 0)), event("b", at(16, 23)), event("a", at(17, 0))], 0);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});
