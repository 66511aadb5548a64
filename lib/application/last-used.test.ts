import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeLastUsed, NOTE_INTERVAL_MS, TRACKED_MAX } from "./last-used";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function makeSeen(write: (kind: string, ids: string[]) => Promise<void> = async () => undefined) {
  const written: string[] = [];
  const failures: unknown[] = [];
  const lastUsed = makeLastUsed({
    write: (kind, ids) => {
      written.push(`${kind} ${ids.join(" ")}`);
      return write(kind, ids);
    },
    now: Date.now,
    onError: (error) => void failures.push(error),
  });
  return { ...lastUsed, written, failures, key: (id: string) => lastUsed.saw({ kind: "agent_key", id }) };
}

test("many uses of many credentials are one write a kind, later than the uses", async () => {
  const seen = makeSeen();
  for (let turn = 0; turn < 100; turn += 1) seen.key(`k${turn % 2}`);
  seen.saw({ kind: "operator_token", id: "t" });
  expect(seen.written).toEqual([]);
  await vi.runAllTimersAsync();
  expect(seen.written).toEqual(["agent_key k0 k1", "operator_token t"]);
});

test("one credential is written at most once an interval", async () => {
  const seen = makeSeen();
  const endAt = Date.now() + 3 * NOTE_INTERVAL_MS;
  while (Date.now() < endAt) {
    seen.key("k");
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(seen.written).toEqual(["agent_key k", "agent_key k", "agent_key k"]);
});

test("a clock that goes back does not silence a credential for long", async () => {
  const seen = makeSeen();
  seen.key("k");
  await vi.runAllTimersAsync();
  vi.setSystemTime(Date.now() - 86_400_000);
  seen.key("k");
  await vi.runAllTimersAsync();
  expect(seen.written).toHaveLength(2);
});

test("a failed write is reported and tried again with the next use", async () => {
  const seen = makeSeen(vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(undefined));
  seen.key("k");
  await vi.runAllTimersAsync();
  expect(seen.failures).toHaveLength(1);
  seen.key("k");
  await vi.runAllTimersAsync();
  expect(seen.written).toHaveLength(2);
});

test("while a write hangs no second one starts, and what waits for it is bounded", async () => {
  let release: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen = makeSeen(() => hanging);
  seen.key("first");
  await vi.advanceTimersByTimeAsync(10_000);
  for (let turn = 0; turn < 2 * TRACKED_MAX; turn += 1) seen.key(`k${turn}`);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.written).toEqual(["agent_key first"]);
  release();
  await vi.runAllTimersAsync();
  expect(seen.written).toHaveLength(2);
  expect(seen.written[1]?.split(" ")).toHaveLength(1 + TRACKED_MAX);
});

test("closing writes what is left, and nothing after it", async () => {
  const seen = makeSeen();
  seen.key("k");
  await seen.close();
  expect(seen.written).toEqual(["agent_key k"]);
  seen.key("late");
  await vi.runAllTimersAsync();
  expect(seen.written).toEqual(["agent_key k"]);
});
