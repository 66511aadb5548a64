import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { liveUpdates, refreshIntervalMs } from "@/components/live-updates";
import { follow } from "./follow";
import type { Heard } from "./stream-source";

const CHANGE: Heard = { kind: "change", change: { topics: ["intents"], intentIds: ["int_1"] } };

beforeEach(() => {
  vi.useFakeTimers();
  // Else queries have no clocks of their own: there is no window here.
  environmentManager.setIsServer(() => false);
  liveUpdates.change({ connection: "connecting", isPaused: false, heldBackCount: 0 });
});

/** A page that shows one list, and counts how often it was read. */
async function openPage() {
  const { read, hear } = await startPage();
  await hear({ kind: "hello" });
  await vi.advanceTimersByTimeAsync(1_000);
  read.mockClear();
  return { read, hear };
}

async function startPage() {
  const queries = new QueryClient();
  const read = vi.fn(async () => "rows");
  const observer = new QueryObserver(queries, {
    queryKey: ["intents", "inbox"],
    queryFn: read,
    refetchInterval: ({ state }) => refreshIntervalMs({ hasFailed: state.error !== null }),
  });
  const leave = observer.subscribe(() => undefined);
  let say: (heard: Heard) => void = () => undefined;
  const stop = follow(queries, {
    listen: (onHeard) => {
      say = onHeard;
      return () => undefined;
    },
    onSignedOut: () => undefined,
  });
  onTestFinished(() => {
    stop();
    leave();
    queries.clear();
    liveUpdates.change({ isPaused: false, heldBackCount: 0 });
    environmentManager.setIsServer(() => typeof window === "undefined");
    vi.useRealTimers();
  });
  const hear = async (heard: Heard) => {
    say(heard);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { read, hear };
}

test("F1: a page that is being opened draws itself, and then looks for what it missed", async () => {
  const { read, hear } = await startPage();
  await hear({ kind: "hello" });
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test("a change that is told is read, and a beat is not", async () => {
  const { read, hear } = await openPage();
  await hear({ kind: "beat" });
  expect(read).toHaveBeenCalledTimes(0);
  await hear(CHANGE);
  expect(read).toHaveBeenCalledTimes(1);
});

test("F1: whoever never heard that the stream was gone reads again when another tab opens it", async () => {
  const { read, hear } = await openPage();
  expect(liveUpdates.get().connection).toBe("live");
  await hear({ kind: "hello" });
  expect(read).toHaveBeenCalledTimes(1);
});

test("F2: a page that is no longer live asks every few seconds from then on, not from a minute later", async () => {
  const { read, hear } = await openPage();
  await hear({ kind: "lost" });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
});

test("F2: silence is a loss", async () => {
  const { read } = await openPage();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(liveUpdates.get().connection).toBe("stale");
  await vi.advanceTimersByTimeAsync(14_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
});

test("F3: what was missed behind a pause is read when it ends, though nobody told of it", async () => {
  const { read, hear } = await openPage();
  liveUpdates.change({ isPaused: true });
  await hear({ kind: "lost" });
  await hear({ kind: "hello" });
  expect(read).toHaveBeenCalledTimes(0);
  liveUpdates.change({ isPaused: false });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test("F3: what is told behind a pause is counted, and read when it ends", async () => {
  const { read, hear } = await openPage();
  liveUpdates.change({ isPaused: true });
  await hear(CHANGE);
  expect(read).toHaveBeenCalledTimes(0);
  expect(liveUpdates.get().heldBackCount).toBe(1);
  liveUpdates.change({ isPaused: false, heldBackCount: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test("F2: a pause that ends on a page that is not live leaves it asking", async () => {
  const { read, hear } = await openPage();
  await hear({ kind: "lost" });
  liveUpdates.change({ isPaused: true });
  await vi.advanceTimersByTimeAsync(30_000);
  read.mockClear();
  liveUpdates.change({ isPaused: false });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
});
