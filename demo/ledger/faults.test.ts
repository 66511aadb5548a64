import { describe, expect, test } from "vitest";
import { Fault, FaultPlan } from "./faults";

function drawHits(plan: FaultPlan, target: string, draws: number): number[] {
  return Array.from({ length: draws }, (_, i) => i).filter(() => plan.draw(target) !== null);
}

function planWith(seed: number, ...faults: unknown[]): FaultPlan {
  const plan = new FaultPlan(seed);
  for (const fault of faults) plan.set(Fault.parse(fault));
  return plan;
}

const half = { route: "/refunds", kind: "refuse", rate: 0.5 };

describe("which request is hit", () => {
  test("the same seed hits the same requests, another seed hits others", () => {
    const hits = drawHits(planWith(7, half), "/refunds", 200);
    expect(drawHits(planWith(7, half), "/refunds", 200)).toEqual(hits);
    expect(drawHits(planWith(8, half), "/refunds", 200)).not.toEqual(hits);
  });

  test("traffic on other routes does not move the hits", () => {
    const hits = drawHits(planWith(7, half), "/refunds", 200);
    const plan = planWith(7, half, { ...half, route: "/charges" });
    const withTraffic = Array.from({ length: 200 }, (_, i) => i).filter(() => {
      plan.draw("/charges");
      plan.draw("/emails");
      return plan.draw("/refunds") !== null;
    });
    expect(withTraffic).toEqual(hits);
  });

  test("the rate is about right, 0 never hits, 1 always hits", () => {
    expect(drawHits(planWith(1, { ...half, rate: 0.2 }), "/refunds", 5_000).length).toBeGreaterThan(800);
    expect(drawHits(planWith(1, { ...half, rate: 0.2 }), "/refunds", 5_000).length).toBeLessThan(1_200);
    expect(drawHits(planWith(1, { ...half, rate: 0 }), "/refunds", 500)).toEqual([]);
    expect(drawHits(planWith(1, { ...half, rate: 1 }), "/refunds", 500)).toHaveLength(500);
  });

  test("a fault with times removes itself after that many hits", () => {
    const plan = planWith(1, { ...half, rate: 1, times: 3 });
    expect(drawHits(plan, "/refunds", 10)).toEqual([0, 1, 2]);
    expect(plan.list()).toEqual([]);
  });

  test("* covers every effect route but no probe, and the exact route comes first", () => {
    const plan = planWith(1, { route: "*", kind: "hang" }, { route: "/charges", kind: "refuse" });
    expect(plan.draw("/corpus/x")?.kind).toBe("hang");
    expect(plan.draw("/charges")?.kind).toBe("refuse");
    expect(plan.draw("GET /charges")).toBeNull();
  });

  test("setting a route and kind again replaces it; clear takes all, a route, or one kind", () => {
    const plan = planWith(1, half, { ...half, rate: 0.1 }, { ...half, kind: "hang" }, { ...half, route: "/emails" });
    expect(plan.list().map(({ route, kind, rate }) => [route, kind, rate])).toEqual([
      ["/refunds", "refuse", 0.1],
      ["/refunds", "hang", 0.5],
      ["/emails", "refuse", 0.5],
    ]);
    plan.clear({ route: "/refunds", kind: "hang" });
    expect(plan.list()).toHaveLength(2);
    plan.clear({ route: "/refunds" });
    expect(plan.list()).toHaveLength(1);
    plan.clear({});
    expect(plan.list()).toEqual([]);
  });

  test("the number of faults is bounded", () => {
    const plan = new FaultPlan(1);
    const add = (i: number) => plan.set(Fault.parse({ ...half, route: `/corpus/r${i}` }));
    for (let i = 0; i < 100; i++) add(i);
    expect(() => add(100)).toThrow("at most 100 faults");
    add(5);
  });
});
