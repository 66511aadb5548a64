/** Runs the tests of every copy in one vitest process and says, per copy, which of them failed. */
import path from "node:path";
import { startVitest, type TestModule } from "vitest/node";
import { ENTRY } from "./plant";

export type Verdict = {
  passed: string[];
  failed: string[];
  /** Set when the copy did not even load. */
  error: string | null;
};

const WORKERS_MAX = 2;

export async function runCopies(directory: string): Promise<Map<string, Verdict>> {
  const vitest = await startVitest("test", [], {
    root: directory,
    config: false,
    watch: false,
    include: [`*/${ENTRY}`],
    reporters: [{}],
    pool: "threads",
    isolate: false,
    maxWorkers: WORKERS_MAX,
  });
  try {
    return new Map(vitest.state.getTestModules().map((module) => [copyOf(directory, module), judge(module)]));
  } finally {
    await vitest.close();
  }
}

function copyOf(directory: string, module: TestModule): string {
  return path.relative(directory, module.moduleId).split(path.sep)[0] ?? "";
}

function judge(module: TestModule): Verdict {
  // A law that is known not to hold yet says nothing about a mutant.
  const tests = [...module.children.allTests()].filter((test) => test.options.fails !== true);
  const named = (state: string) => tests.filter((test) => test.result().state === state).map((test) => test.fullName);
  const [error] = module.errors();
  return { passed: named("passed"), failed: named("failed"), error: error?.message ?? null };
}
