import { expect, test } from "vitest";
import { explore } from "./explore";

/** `npm run simulate -- --exhaustive` goes further. */
const DETOURS_MAX = 1;

test("two workers, two intents, one crash, one repeat: every order keeps every promise", {
  timeout: 600_000,
}, async () => {
  const { breach, endCount, stateCount, trace } = await explore({ detoursMax: DETOURS_MAX });
  expect(breach === null ? null : { breach, trace }).toBeNull();
  expect(endCount).toBeGreaterThan(100);
  expect(stateCount).toBeGreaterThan(1_000);
});
