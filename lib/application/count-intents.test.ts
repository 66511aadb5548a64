import { expect, test } from "vitest";
import type { Database } from "@/lib/store/database";
import { countIntents } from "./count-intents";
import { TooManyError } from "./errors";

const ASKED_MAX = 100;

test("agents who ask for totals without end are turned away, and keep no person from theirs", async () => {
  const waiting: (() => void)[] = [];
  const nothing = { rows: [], last: null };
  const slow = { transaction: () => new Promise((resolve) => waiting.push(() => resolve(nothing))) };
  const quick = { transaction: async () => nothing };
  const now = () => 0;
  const asked = Array.from({ length: ASKED_MAX }, () =>
    countIntents({ db: slow as unknown as Database, now }, { namespace: "theirs" }).catch((error: unknown) => error),
  );
  const totals = await countIntents({ db: quick as unknown as Database, now }, { namespace: null });
  expect(totals).toEqual({ complete: true, rows: [] });
  let isOver = false;
  const answers = Promise.all(asked).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const answer of waiting.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await answers).some((answer) => answer instanceof TooManyError)).toBe(true);
});
