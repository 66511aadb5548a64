// The long-running processes as plain Node runs them: bundled once, from the sources as they are now.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { withoutSecrets } from "./child-environments";

export const PRODUCT_PROCESSES = ["server/main.ts", "workers/main.ts", "demo/ledger/main.ts"];

/** Said to whoever started us as it is: the sources are wrong, with file and line. */
export class BundleError extends Error {}

/** What only the fault suite asks for; see bundle.mjs. */
export interface BundleOptions {
  crashPoints?: boolean;
  release?: string;
}

/** Resolves to the directory that holds the bundled entries. It stays as it is when the sources change. */
export async function bundleProcesses(
  entries: readonly string[],
  { crashPoints = false, release }: BundleOptions = {},
): Promise<string> {
  // A process of its own: esbuild's service must not live on in a supervisor, nor be shared with a test runner's.
  // Ctrl-C is for whoever waits for it; it is done before anybody could notice.
  const flags = [...(crashPoints ? ["--crash-points"] : []), ...(release === undefined ? [] : ["--release", release])];
  const child = spawn(process.execPath, ["scripts/bundle.mjs", ...flags, ...entries], {
    env: withoutSecrets(process.env),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const [dir, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new BundleError(`The processes could not be bundled:\n\n${complaint.trim()}`);
  return dir.trim();
}

/** What Node is started with to run an entry of that directory; stack traces name the sources. */
export function processArgs(dir: string, entry: string): string[] {
  return ["--enable-source-maps", "--max-semi-space-size=64", join(dir, entry.replace(/\.ts$/, ".js"))];
}
