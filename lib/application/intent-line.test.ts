import { expect, test, vi } from "vitest";
import type { Tx } from "@/lib/store/database";
import { StoreUnavailableError } from "@/lib/store/errors";
import { TooManyError } from "./errors";
import { inLine } from "./intent-line";

const db = { transaction: <T>(work: (tx: Tx) => Promise<T>) => work({} as Tx) };
const BUSY = Object.assign(new Error("a lock is taken"), { code: "55P03" });

/** Verbs that end when they are told to, in the order in which they began. */
function makeVerbs() {
  const began: { name: string; end: (how?: unknown) => void }[] = [];
  const run = (intentId: string, name: string) =>
    inLine(
      db,
      intentId,
      () =>
        new Promise<string>((resolve, reject) => {
          began.push({ name, end: (how) => (how === undefined ? resolve(name) : reject(how)) });
        }),
    );
  return { began, names: () => began.map(({ name }) => name), run };
}

test("verbs about one intent run one at a time, in order; those about another do not wait for them", async () => {
  const { began, names, run } = makeVerbs();
  const answers = ["a", "b", "c"].map((name) => run("int_1", name));
  const other = run("int_2", "other");
  expect(names()).toEqual(["a", "other"]);
  began[1]?.end();
  expect(await other).toBe("other");
  began[0]?.end();
  expect(await answers[0]).toBe("a");
  await expect.poll(names).toEqual(["a", "other", "b"]);
  began[2]?.end(new Error("refused"));
  await expect(answers[1]).rejects.toThrow("refused");
  await expect.poll(names).toEqual(["a", "other", "b", "c"]);
  began[3]?.end();
  expect(await answers[2]).toBe("c");
});

test.each([
  ["the row stays locked", BUSY],
  ["the store is away", new StoreUnavailableError("gone")],
])("where %s, those who waited behind the first are told with it, and the next begins anew", async (_, error) => {
  const { began, names, run } = makeVerbs();
  const answers = ["a", "b", "c"].map((name) => run("int_1", name));
  began[0]?.end(error);
  const told = await Promise.allSettled(answers);
  expect(told.map((one) => one.status === "rejected" && one.reason)).toEqual([error, error, error]);
  const next = run("int_1", "next");
  expect(names()).toEqual(["a", "next"]);
  began[1]?.end();
  expect(await next).toBe("next");
});

test("a line has an end: who comes then is told to come again, and the others keep their places", async () => {
  const { began, run } = makeVerbs();
  const answers = Array.from({ length: 33 }, (_, place) => run("int_1", String(place)));
  await expect(run("int_1", "one too many")).rejects.toThrow(TooManyError);
  for (const [place, answer] of answers.entries()) {
    await expect.poll(() => began.length).toBe(place + 1);
    began[place]?.end();
    expect(await answer).toBe(String(place));
  }
});

test("a verb whose connection fell silent keeps its own caller waiting, not those behind it", async () => {
  vi.useFakeTimers();
  try {
    const { began, names, run } = makeVerbs();
    const [silent, second, third] = ["silent", "second", "third"].map((name) => run("int_1", name));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(names()).toEqual(["silent", "second"]);
    began[0]?.end(new StoreUnavailableError("reset at last"));
    await expect(silent).rejects.toThrow(StoreUnavailableError);
    expect(names()).toEqual(["silent", "second"]);
    began[1]?.end();
    expect(await second).toBe("second");
    await vi.advanceTimersByTimeAsync(0);
    began[2]?.end();
    expect(await third).toBe("third");
  } finally {
    vi.useRealTimers();
  }
});
