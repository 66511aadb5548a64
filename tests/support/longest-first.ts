// Files that take long begin first: one that begins last leaves the other processes idle until it ends.
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

const LONG = [
  "tests/faults/start-up.test.ts",
  "tests/faults/crash-points.test.ts",
  "tests/simulation/first-seeds.test.ts",
  "tests/simulation/further-seeds.test.ts",
  "tests/simulation/mutants.test.ts",
  "tests/simulation/explore.test.ts",
  "tests/faults/intake-stuck.test.ts",
  "scripts/launch/embedded-postgres.integration.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((name) => moduleId.replaceAll("\\", "/").endsWith(name));
  return found === -1 ? LONG.length : found;
}
