// The stages of `npm test`. Each is run to its end even when another one failed; counts come from the runners' reports.
// A stage that needs one processor runs beside the stage before it, and is shown when that one has ended.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { seconds } from "./stages.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ name: string, why: string }} Failed
 * @typedef {{ name: string, title: string, beside?: boolean, exists?: () => boolean, args: (reportPath: string) => string[], env?: (reportPath: string) => Record<string, string>, count: (report: any) => Counts, failures?: (report: any) => Failed[] }} TestStage
 * @typedef {{ title: string, counts: Counts, failed: Failed[], line: string, logPath: string | null }} Ended
 */

const FAILURES_SHOWN_MAX = 30;
const WHY_MAX = 3_000;
const WHY_LINES_MAX = 40;

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
  { name: "unit", title: "Unit", args: vitest("unit"), count: countVitest, failures: failedInVitest },
  {
    name: "house",
    title: "House",
    beside: true,
    args: (reportPath) => ["scripts/check-house.mjs", reportPath],
    count: (report) => report,
  },
  {
    name: "integration",
    title: "Integration",
    args: vitest("integration"),
    count: countVitest,
    failures: failedInVitest,
  },
  {
    name: "faults",
    title: "Faults",
    exists: hasFaultTests,
    args: vitest("faults"),
    count: countVitest,
    failures: failedInVitest,
  },
  {
    name: "e2e",
    title: "Browser",
    args: () => ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    env: (reportPath) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath }),
    count: countPlaywright,
    failures: failedInPlaywright,
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
  const failed = [];
  for (const group of groupsOf(wanted)) {
    console.log(`\n── ${group.map(({ title }) => title).join(" and ")} tests ──\n`);
    const ended = await Promise.all(group.map((stage, index) => runStage(stage, dir, index === 0)));
    for (const { title, counts, line, logPath, ...one } of ended) {
      failed.push(...one.failed.map(({ name, why }) => `  ✗ ${title}: ${name}\n      ${why}`));
      if (logPath !== null) console.log(`\n── ${title} tests, run beside ──\n\n${readFileSync(logPath, "utf8")}`);
      lines.push(line);
      for (const kind of /** @type {const} */ (["passed", "failed", "skipped"])) total[kind] += counts[kind];
    }
  }
  rmSync(dir, { recursive: true });
  // At the end, where it is seen: what a stage printed is far above.
  if (failed.length > 0) console.log(`\n${failed.slice(0, FAILURES_SHOWN_MAX).join("\n")}`);
  if (failed.length > FAILURES_SHOWN_MAX) console.log(`  … and ${failed.length - FAILURES_SHOWN_MAX} more, above`);
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
async function runStage({ name, title, args, env, count, failures }, dir, isShown) {
  const startedAt = Date.now();
  const reportPath = join(dir, `${name}.json`);
  const logPath = isShown ? null : join(dir, `${name}.log`);
  const code = await run(args(reportPath), env?.(reportPath) ?? {}, logPath);
  const report = existsSync(reportPath) ? JSON.parse(readFileSync(reportPath, "utf8")) : null;
  const counts = report === null ? { passed: 0, failed: 0, skipped: 0 } : count(report);
  const failed = report === null ? [] : (failures?.(report) ?? []);
  let why = "";
  if (counts.passed + counts.failed === 0) why = "  (ran nothing)";
  else if (code !== 0 && counts.failed === 0) why = "  (failed outside of its tests: see above)";
  // A stage that fails as a whole counts as one failure: it must not vanish from the sum.
  if (why !== "") counts.failed += 1;
  const mark = counts.failed === 0 ? "✓" : "✗";
  const line = `  ${mark} ${title.padEnd(14)} ${seconds(Date.now() - startedAt).padStart(8)}  ${counts.passed} passed, ${counts.failed} failed${why}`;
  return { title, counts, failed, line, logPath };
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

/** @param {any} report @returns {Failed[]} */
function failedInVitest({ testResults }) {
  return testResults.flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ one) => one.status === "failed");
    const path = relative(process.cwd(), file.name);
    // A file that could not even be loaded has no tests to name.
    if (failed.length === 0 && file.status === "failed") return [{ name: path, why: told(file.message) }];
    return failed.map((/** @type {any} */ one) => ({
      name: `${path} › ${one.fullName}`,
      why: told(one.failureMessages[0]),
    }));
  });
}

/** @param {any} report @returns {Failed[]} */
function failedInPlaywright({ suites }) {
  /** @param {any} suite @returns {Failed[]} */
  const inSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(inSuite),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => ({
        name: `${spec.file}:${spec.line} › ${spec.title}`,
        why: told(
          spec.tests.flatMap((/** @type {any} */ one) => one.results).find(({ error }) => error)?.error.message,
        ),
      })),
  ];
  return suites.flatMap(inSuite);
}

/**
 * Enough to know it again: a property tells its seed and its counterexample below its first line.
 * @param {string | undefined} text
 */
function told(text = "") {
  const lines = stripVTControlCharacters(text).split("\n");
  const isOurs = (/** @type {string} */ line) => line.trim() !== "" && !/^\s+at /.test(line);
  return lines.filter(isOurs).slice(0, WHY_LINES_MAX).join("\n      ").slice(0, WHY_MAX);
}

function hasFaultTests() {
  return (
    existsSync("tests/faults") &&
    readdirSync("tests/faults", { recursive: true }).some((name) => String(name).endsWith(".test.ts"))
  );
}
