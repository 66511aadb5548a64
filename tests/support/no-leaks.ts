// Runs in every test file: one that leaves a listening server or a child process behind fails.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll } from "vitest";

const CLOSING_MS = 2_000;
const POLL_MS = 20;
const LEAKS = new Set(["TCPServerWrap", "ProcessWrap"]);

// Of files that share a process, only the one that left something fails.
const leftBefore = findLeft();

// Hooks that end things run in reverse: this one, which is registered first, comes last.
afterAll(async () => {
  const deadlineAt = Date.now() + CLOSING_MS;
  let left = findLeftSince();
  while (left.length > 0 && Date.now() < deadlineAt) {
    await delay(POLL_MS);
    left = findLeftSince();
  }
  if (left.length > 0) throw new Error(`this file left behind: ${left.join(", ")}`);
});

function findLeftSince(): string[] {
  const known = [...leftBefore];
  return findLeft().filter((name) => {
    const index = known.indexOf(name);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}

function findLeft(): string[] {
  return process.getActiveResourcesInfo().filter((name) => LEAKS.has(name));
}
