import { expect, test } from "vitest";
import { makeSlots } from "./bounded-slots";
import { TooManyError } from "./errors";

test("no more than the bound run at once, the others wait their turn, and the rest is turned away", async () => {
  const run = makeSlots({ runningMax: 2, waitingMax: 3 });
  const finish: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const order: number[] = [];
  const tasks = Array.from({ length: 7 }, (_, index) =>
    run(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(index);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
    }).then(
      () => "done",
      (error: unknown) => (error instanceof TooManyError ? "turned away" : error),
    ),
  );
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    finish.shift()?.();
  }
  expect(await Promise.all(tasks)).toEqual([...Array(5).fill("done"), "turned away", "turned away"]);
  expect({ most, order }).toEqual({ most: 2, order: [0, 1, 2, 3, 4] });
});

test("a task that fails gives its slot back", async () => {
  const run = makeSlots({ runningMax: 1, waitingMax: 0 });
  await expect(run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await run(async () => "yes")).toBe("yes");
});
