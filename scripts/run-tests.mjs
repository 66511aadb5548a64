// The stages of `npm test`. Each is run to its end even when an earlier one failed; counts come from the runners' reports.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seconds } from "./stages.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, title: string, exists?: () => boolean, args: string[], env?: Record<string, string>, count: (report: any) => Counts }} TestStage
 */

/** @param {string} reportPath @returns {TestStage[]} */
function stagesWith(reportPath) {
  const vitest = (/** @type {string} */ project) => [
    "node_modules/vitest/vitest.mjs",
    "run",
    `--project=${project}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportPath}`,
  ];
  return [
    { name: "house", title: "House", args: ["scripts/check-house.mjs", reportPath], count: (report) => report },
    { name: "unit", title: "Unit", args: vitest("unit"), count: countVitest },
    { name: "integration", title: "Integration", args: vitest("integration"), count: countVitest },
    { name: "faults", title: "Faults", exists: hasFaultTests, args: vitest("faults"), count: countVitest },
    {
      name: "e2e",
      title: "Browser",
      args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
      count: countPlaywright,
    },
  ];
}

/** @param {string[]} wanted names of stages; none: all */
export async function runTests(wanted) {
  const dir = mkdtempSync(join(tmpdir(), "interlock-report-"));
  const stages = stagesWith(join(dir, "report.json"));
  const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(`There is no test stage "${unknown[0]}": choose from ${stages.map(({ name }) => name).join(", ")}.`);
    rmSync(dir, { recursive: true });
    return 1;
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  for (const stage of stages) {
    if (wanted.length > 0 ? !wanted.includes(stage.name) : stage.exists?.() === false) continue;
    const { counts, line } = await runStage(stage, join(dir, "report.json"));
    lines.push(line);
    for (const kind of /** @type {const} */ (["passed", "failed", "skipped"])) total[kind] += counts[kind];
  }
  rmSync(dir, { recursive: true });
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
  return total.failed > 0 ? 1 : 0;
}

/** @param {TestStage} stage @param {string} reportPath */
async function runStage(stage, reportPath) {
  console.log(`\n── ${stage.title} tests ──\n`);
  const startedAt = Date.now();
  rmSync(reportPath, { force: true });
  const code = await run(stage.args, stage.env ?? {});
  const counts = existsSync(reportPath)
    ? stage.count(JSON.parse(readFileSync(reportPath, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  let why = "";
  if (counts.passed + counts.failed === 0) why = "  (ran nothing)";
  else if (code !== 0 && counts.failed === 0) why = "  (failed outside of its tests: see above)";
  // A stage that fails as a whole counts as one failure: it must not vanish from the sum.
  if (why !== "") counts.failed += 1;
  const mark = counts.failed === 0 ? "✓" : "✗";
  const line = `  ${mark} ${stage.title.padEnd(14)} ${seconds(Date.now() - startedAt).padStart(8)}  ${counts.passed} passed, ${counts.failed} failed${why}`;
  return { counts, line };
}

/** @param {string[]} args @param {Record<string, string>} env @returns {Promise<number>} */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
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
