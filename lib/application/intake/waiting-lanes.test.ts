import { expect, test } from "vitest";
import { type LaneOf, makeWaitingLanes } from "./waiting-lanes";

const OUT_OF_LOCKS = Object.assign(new Error("out of shared memory"), { code: "53200" });
const PLENTY = { of: () => 1, turnMax: () => 100 };
const laneOf = (lock: string): LaneOf => ({ lock, isShared: false });

test("a lane that meets a full lock table is halved until it fits; who does not fit alone is told", async () => {
  const flushes: string[][] = [];
  const lanes = makeWaitingLanes<string, string>(async (items) => {
    flushes.push(items);
    if (items.length > 2 || items.includes("huge")) throw OUT_OF_LOCKS;
    return items;
  }, PLENTY);
  const asked = await Promise.allSettled(["1", "2", "3", "4", "huge"].map((item) => lanes.join(laneOf("a"), item)));
  expect(asked.map((one) => (one.status === "fulfilled" ? one.value : one.reason))).toEqual([
    "1",
    "2",
    "3",
    "4",
    OUT_OF_LOCKS,
  ]);
  expect(flushes[0]).toHaveLength(5);
});
