import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after";

const now = () => Date.parse("Mon, 16 Nov 2026 12:00:00 GMT");

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ "retry-after": "" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "-5" }, null],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": " 7 " }, 7_000],
  [{ "retry-after": "99999999999999999999" }, 3_600_000],
  [{ "retry-after": "Mon, 16 Nov 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Mon, 16 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "Tue, 17 Nov 2026 12:00:00 GMT" }, 3_600_000],
  // The downstream's clock is an hour ahead of ours: the date is meant by its clock.
  [{ "retry-after": "Mon, 16 Nov 2026 13:00:30 GMT", date: "Mon, 16 Nov 2026 13:00:00 GMT" }, 30_000],
])("%o asks for %s ms", (headers, expected) => expect(retryAfterMs(headers, now)).toBe(expected));
