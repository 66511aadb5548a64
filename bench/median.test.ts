import { describe, expect, test } from "vitest";
import type { Figures } from "./measure-window";
import { medianFigures } from "./median";

function figures(perSecond: number, more: Partial<Figures> = {}): Figures {
  const answers = { p50Ms: perSecond, p99Ms: 1, rightCount: 10, errorCount: 0, errors: [] };
  const spent = {
    transactions: null,
    walBytes: perSecond,
    diskBytes: 1,
    idleShare: 0,
    cpuUs: { web: perSecond, redis: null },
  };
  return { kind: "new", connections: 1, perSecond, ...answers, ...spent, ...more };
}

describe("medians of rounds", () => {
  test("each figure has a median of its own, and what was not measured stays so", () => {
    expect(medianFigures([figures(1), figures(9), figures(3)])).toMatchObject({
      perSecond: 3,
      p50Ms: 3,
      walBytes: 3,
      transactions: null,
      cpuUs: { web: 3, redis: null },
    });
    expect(medianFigures([figures(1), figures(2)]).perSecond).toBe(1.5);
  });

  test("an error of any round is an error of the whole", () => {
    const whole = medianFigures([figures(1), figures(1, { errorCount: 2, errors: ["wrong"] })]);
    expect(whole).toMatchObject({ errorCount: 2, errors: ["wrong"], rightCount: 20 });
  });
});
