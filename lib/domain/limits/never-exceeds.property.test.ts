/**
 * Whoever asks before taking, and gives back what had no effect, never takes more than the maximum in any window, in
 * whatever order it happens. The oracle counts in whole units and knows nothing of decimals as text.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isOver, type LimitCharge } from "./charges";
import { sumDecimals } from "./decimal";
import { windowStart } from "./window";

const HUNDREDTHS = 100;
const EPOCH = Date.parse("2027-02-28T22:00:00Z"); // near the end of a day, a week and a month
const HOUR_MS = 3_600_000;

type Taken = { at: number; amount: string; units: number };
type Step = { kind: "take"; units: number; afterMs: number } | { kind: "give_back"; which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("take" as const), units: fc.nat(60), afterMs: pauses() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("give_back" as const), which: fc.nat() }) },
);

/** Mostly on the window's edge, or at once; now and then the clock goes backwards. */
function pauses(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1),
    fc.integer({ min: -HOUR_MS, max: 5 * HOUR_MS }),
  );
}

type Gate = (charge: LimitCharge, used: string) => boolean;

function findExcess(window: string, maxUnits: number, steps: Step[], refuses: Gate): string | null {
  let taken: Taken[] = [];
  let now = EPOCH;
  for (const next of steps) {
    if (next.kind === "give_back") {
      taken = taken.filter((_, index) => index !== next.which % Math.max(1, taken.length));
      continue;
    }
    now += next.afterMs;
    const since = windowStart(window, now);
    const amount = String(next.units / HUNDREDTHS);
    const charge: LimitCharge = {
      label: "",
      bucket: "",
      currency: null,
      amount,
      max: String(maxUnits / HUNDREDTHS),
      window,
      over: "hold",
    };
    const used = sumDecimals(taken.filter(({ at }) => at >= since).map((one) => one.amount));
    if (!refuses(charge, used)) taken.push({ at: now, amount, units: next.units });
    const excess = taken.find((last) => unitsUpTo(taken, last.at, window) > maxUnits);
    if (excess !== undefined) return `more than ${maxUnits} in the window that ends at ${excess.at}`;
  }
  return null;
}

/** By the words of the design, not by `windowStart`. */
function unitsUpTo(taken: Taken[], end: number, window: string): number {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const isIn = (at: number) =>
    at <= end &&
    (window === "1h"
      ? at > end - HOUR_MS
      : window === "day"
        ? day(at) === day(end)
        : day(at).slice(0, 7) === day(end).slice(0, 7));
  return taken.filter(({ at }) => isIn(at)).reduce((total, { units }) => total + units, 0);
}

const scenario = [fc.constantFrom("1h", "day", "month"), fc.nat(150), fc.array(step, { maxLength: 40 })] as const;

test("no order of taking and giving back exceeds a maximum by one unit", () => {
  fc.assert(
    fc.property(...scenario, (window, max, steps) => {
      expect(findExcess(window, max, steps, isOver)).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});

test("the property can fail: a gate that forgets the call's own amount is caught", () => {
  const forgets: Gate = (charge, used) => isOver({ ...charge, amount: "0" }, used);
  const found = fc.check(
    fc.property(...scenario, (window, max, steps) => findExcess(window, max, steps, forgets) === null),
  );
  expect(found.failed).toBe(true);
});
