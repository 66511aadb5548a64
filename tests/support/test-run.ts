// One run of the tests: its id, its directory, its Postgres. Told to every process of the run by the environment.
import * as z from "zod";

const DemoCredentials = z.object({
  agentKey: z.string(),
  operatorToken: z.string(),
  operator: z.object({ email: z.string(), password: z.string() }),
});
const TestRun = z.object({
  id: z.string(),
  dir: z.string(),
  /** A connection that may create databases. */
  serverUrl: z.string(),
  /** Migrated, and cloned for every file. */
  template: z.string(),
  /** The same with the demo in it, cloned for every product. */
  demo: z.object({ template: z.string(), credentials: DemoCredentials }),
  /** The directory of the bundled processes. */
  processes: z.string(),
});
export type TestRun = z.infer<typeof TestRun>;

const VARIABLE = "INTERLOCK_TEST_SERVER";

export function announceTestRun(run: TestRun | null): void {
  if (run === null) delete process.env[VARIABLE];
  else process.env[VARIABLE] = JSON.stringify(run);
}

export function findTestRun(): TestRun | null {
  const text = process.env[VARIABLE];
  return text === undefined ? null : TestRun.parse(JSON.parse(text));
}

export function loadTestRun(): TestRun {
  const run = findTestRun();
  if (run === null)
    throw new Error("no test database server: name the file *.integration.test.ts, or put it into tests/faults");
  return run;
}
