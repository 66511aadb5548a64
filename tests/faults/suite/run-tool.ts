// One short command of the system; what it says on failure is what the fault fails with.
import { spawnSync } from "node:child_process";

const TOOL_MAX_MS = 60_000;

export function runTool(file: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: "utf8", timeout: TOOL_MAX_MS });
  if (status === 0) return stdout;
  throw new Error(`${file} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
}
