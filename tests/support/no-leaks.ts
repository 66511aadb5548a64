// Runs in every test file: one that leaves a listening server or a child process behind fails.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll } from "vitest";

const CLOSING_MS = 2_000;
const POLL_MS = 20;
const LEAKS = new Set(["TCPServerWrap", "ProcessWrap"]);

// Hooks that end things run in reverse: this one, which is registered first, comes last.
afterAll(async () => {
  const deadlineAt = Date.now() + CLOSING_MS;
  let left = findLeft();
  while (left.length > 0 && Date.now() < deadlineAt) {
    await delay(POLL_MS);
    left = findLeft();
  }
  if (left.length > 0) throw new Error(`this file left behind: ${left.join(", ")}`);
});

function findLeft(): string[] {
  return process.getActiveResourcesInfo().filter((name) => LEAKS.has(name));
}
