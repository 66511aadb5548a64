/** Whoever is told that it listens misses nothing from then on, also when the store did not answer at first. */
import { expect, test } from "vitest";
import type { Database } from "@/lib/store/database";
import { makeChangeFeed } from "./change-feed";

/** A log of which the test says what each look finds. */
function makeLog() {
  const looks: (Error | string[])[] = [];
  const asked: (string | null)[] = [];
  const $queryRawUnsafe = async (_sql: string, seen: string | null) => {
    asked.push(seen);
    const found = looks.shift() ?? [];
    if (found instanceof Error) throw found;
    const snapshot = `${asked.length}:${asked.length}:`;
    return found.length === 0
      ? [{ snapshot, id: null, type: null, intentId: null, followingTypes: null }]
      : found.map((type) => ({ snapshot, id: "evt_1", type, intentId: null, followingTypes: [] }));
  };
  return { looks, asked, db: { client: { $queryRawUnsafe } } as unknown as Database };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a listener starts with the first look that succeeds; one that comes later, at once; and each look goes on from the last", async () => {
  const { looks, asked, db } = makeLog();
  const errors: unknown[] = [];
  const feed = makeChangeFeed({ db, idsMax: 10, onError: (error) => errors.push(error) });
  const heard: string[] = [];
  const listener = (name: string) => ({
    onStart: () => heard.push(`${name} starts`),
    onChange: ({ topics }: { topics: string[] }) => heard.push(`${name}: ${topics[0]}`),
    onEnd: () => heard.push(`${name} ends`),
  });
  looks.push(new Error("The store is away."), [], ["grant.created"]);
  feed.listen(listener("first"));
  await turn();
  expect([heard, errors.length]).toEqual([[], 1]);
  feed.nudge();
  await turn();
  expect(heard).toEqual(["first starts"]);
  feed.listen(listener("second"));
  expect(heard).toEqual(["first starts", "second starts"]);
  feed.nudge();
  await turn();
  expect(heard.slice(2)).toEqual(["first: grants", "second: grants"]);
  expect(asked).toEqual([null, null, "2:2:"]);
  feed.close();
  expect(heard.slice(4)).toEqual(["first ends", "second ends"]);
});
