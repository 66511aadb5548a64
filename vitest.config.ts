import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";

const exclude = ["**/node_modules/**", "**/.next/**", "**/.interlock/**", "e2e/**", "lib/store/generated/**"];
const integration = "**/*.integration.test.{ts,tsx}";
const faults = "tests/faults/**/*.test.ts";
// Most of the time is spent waiting for servers: two files at once even on a single core.
const maxWorkers = Math.max(2, availableParallelism() - 1);
// Faults wait even more: for leases, for locks, for processes that end and come back.
const faultWorkers = maxWorkers + 1;

const shared = {
  pool: "forks" as const,
  // One process runs many files: loading the product anew for each takes longer than most of them.
  isolate: false,
  setupFiles: ["tests/support/no-leaks.ts"],
  // A poll ends as soon as it may; how long that takes on a busy machine is no reason to fail.
  expect: { poll: { timeout: 20_000, interval: 25 } },
  // Real servers and processes: a retry would hide exactly the races that are looked for.
  retry: 0,
};

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, integration, faults],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "integration",
          include: [integration],
          exclude,
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "faults",
          include: [faults],
          exclude,
          globalSetup: ["tests/support/global-setup.ts"],
          maxWorkers: faultWorkers,
          sequence: { groupOrder: 1 }, // not beside the others, when all are run at once
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
