// The stages of `npm test`. Each is run to its end even when another one failed; counts come from the runners' reports.
// A stage that needs one processor runs beside the stage before it, and is shown when that one has ended.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seconds } from "./stages.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, title: string, beside?: boolean, exists?: () => boolean, args: (reportPath: string) => string[], env?: (reportPath: string) => Record<string, string>, count: (report: any) => Counts }} TestStage
 * @typedef {{ title: string, counts: Counts, line: string, logPath: string | null }} Ended
 */

const vitest = (/** @type {string} */ project) => (/** @type {string} */ reportPath) => [
  "node_modules/vitest/vitest.mjs",
  "run",
  `--project=${project}`,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reportPath}`,
];

/** @type {TestStage[]} */
const STAGES = [
  { name: "unit", title: "Unit", args: vitest("unit"), count: countVitest },
  {
    name: "house",
    title: "House",
    beside: true,
    args: (reportPath) => ["scripts/check-house.mjs", reportPath],
    count: (report) => report,
  },
  { name: "integration", title: "Integration", args: vitest("integration"), count: countVitest },
  { name: "faults", title: "Faults", exists: hasFaultTests, args: vitest("faults"), count: countVitest },
  {
    name: "e2e",
    title: "Browser",
    args: () => ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    env: (reportPath) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath }),
    count: countPlaywright,
  },
];

/** @param {string[]} wanted names of stages; none: all */
export async function runTests(wanted) {
  const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(`There is no test stage "${unknown[0]}": choose from ${STAGES.map(({ name }) => name).join(", ")}.`);
    return 1;
  }
  const dir = mkdtempSync(join(tmpdir(), "interlock-report-"));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const group of groupsOf(wanted)) {
    console.log(`\n── ${group.map(({ title }) => title).join(" and ")} tests ──\n`);
    const ended = await Promise.all(group.map((stage, index) => runStage(stage, dir, index === 0)));
    for (const { title, counts, line, logPath } of ended) {
      if (logPath !== null) console.log(`\n── ${title} tests, run beside ──\n\n${readFileSync(logPath, "utf8")}`);
      lines.push(line);
      for (const kind of /** @type {const} */ (["passed", "failed", "skipped"])) total[kind] += counts[kind];
    }
  }
  rmSync(dir, { recursive: true });
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {string[]} wanted */
function groupsOf(wanted) {
  /** @type {TestStage[][]} */
  const groups = [];
  for (const stage of STAGES) {
    if (wanted.length > 0 ? !wanted.includes(stage.name) : stage.exists?.() === false) continue;
    const last = groups.at(-1);
    if (stage.beside && last !== undefined) last.push(stage);
    else groups.push([stage]);
  }
  return groups;
}

/** @param {TestStage} stage @param {string} dir @param {boolean} isShown @returns {Promise<Ended>} */
async function runStage({ name, title, args, env, count }, dir, isShown) {
  const startedAt = Date.now();
  const reportPath = join(dir, `${name}.json`);
  const logPath = isShown ? null : join(dir, `${name}.log`);
  const code = await run(args(reportPath), env?.(reportPath) ?? {}, logPath);
  const counts = existsSync(reportPath)
    ? count(JSON.parse(readFileSync(reportPath, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  let why = "";
  if (counts.passed + counts.failed === 0) why = "  (ran nothing)";
  else if (code !== 0 && counts.failed === 0) why = "  (failed outside of its tests: see above)";
  // A stage that fails as a whole counts as one failure: it must not vanish from the sum.
  if (why !== "") counts.failed += 1;
  const mark = counts.failed === 0 ? "✓" : "✗";
  const line = `  ${mark} ${title.padEnd(14)} ${seconds(Date.now() - startedAt).padStart(8)}  ${counts.passed} passed, ${counts.failed} failed${why}`;
  return { title, counts, line, logPath };
}

/** @param {string[]} args @param {Record<string, string>} env @param {string | null} logPath @returns {Promise<number>} */
function run(args, env, logPath) {
  const out = logPath === null ? "inherit" : openSync(logPath, "w");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", out, out], env: { ...process.env, ...env } });
    if (typeof out === "number") closeSync(out); // the child has its own
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on("SIGINT", forward).on("SIGTERM", forward);
    child.on("error", () => resolve(1));
    child.on("exit", (code) => {
      process.off("SIGINT", forward).off("SIGTERM", forward);
      resolve(code ?? 1);
    });
  });
}

/** @param {any} report @returns {Counts} */
function countVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {any} report @returns {Counts} */
function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

function hasFaultTests() {
  return (
    existsSync("tests/faults") &&
    readdirSync("tests/faults", { recursive: true }).some((name) => String(name).endsWith(".test.ts"))
  );
}
