// Runs the checks that need no tests (format, lint and import rules, types, dead code) and counts them for `npm test`.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const CHECKS = ["format", "lint", "types", "dead-code"];
const reportPath = process.argv[2];
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const check of CHECKS) {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", check], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  counts[status === 0 ? "passed" : "failed"] += 1;
  console.log(`  ${status === 0 ? "✓" : "✗"} ${check}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
}
if (reportPath) writeFileSync(reportPath, JSON.stringify(counts));
process.exit(counts.failed > 0 ? 1 : 0);
