import { expect, test } from "vitest";
import type { Settlement, SettleResult } from "@/lib/application/settle-attempts";
import { makeSettler } from "./settler";

const word = (n: number): Settlement => ({
  attemptId: `att_${n}`,
  intentId: `int_${n}`,
  fence: 1,
  outcome: { class: "success", effectId: `fx_${n}`, result: null },
  exchange: null,
});
const fail = (error: unknown): never => {
  throw error;
};

function setUp(settleInLine: (settlement: Settlement) => Promise<SettleResult>, hot = new Set(["int_0"])) {
  const tried: string[][] = [];
  const settle = async (settlements: Settlement[]) => {
    tried.push(settlements.map(({ intentId }) => intentId));
    return settlements.map(({ intentId }): SettleResult => (hot.has(intentId) ? "locked" : "settled"));
  };
  return { tried, settleUntilSaid: makeSettler({ settle, settleInLine, onError: fail }) };
}

test("S3: a row that is taken whenever it is tried is stood in line for, and its neighbours do not wait for it", async () => {
  let letGo: (result: SettleResult) => void = () => undefined;
  const standing: string[] = [];
  const { tried, settleUntilSaid } = setUp((settlement) => {
    standing.push(settlement.intentId);
    return new Promise((resolve) => {
      letGo = resolve;
    });
  });
  const hot = settleUntilSaid(word(0));
  await settleUntilSaid(word(1));
  await expect.poll(() => standing).toEqual(["int_0"]);
  await Promise.all([settleUntilSaid(word(2)), settleUntilSaid(word(3))]);
  const triedBefore = tried.flat().filter((id) => id === "int_0").length;
  letGo("settled");
  await hot;
  expect(tried.flat().filter((id) => id === "int_0")).toHaveLength(triedBefore);
});

test("S3: few stand in line at once; one that waited in vain leaves its place, and all are heard in the end", async () => {
  const ids = Array.from({ length: 8 }, (_, n) => n);
  let inLineCount = 0;
  let inLineMax = 0;
  const waitedInVain = new Set<string>();
  const { settleUntilSaid } = setUp(
    async ({ intentId }) => {
      inLineCount += 1;
      inLineMax = Math.max(inLineMax, inLineCount);
      await new Promise(setImmediate);
      inLineCount -= 1;
      if (waitedInVain.has(intentId)) return "settled";
      waitedInVain.add(intentId);
      throw Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
    },
    new Set(ids.map((n) => `int_${n}`)),
  );
  await Promise.all(ids.map((n) => settleUntilSaid(word(n))));
  expect(waitedInVain.size).toBe(8);
  expect(inLineMax).toBeLessThanOrEqual(3);
});
