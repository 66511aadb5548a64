// Takes away what outlives its maker: namespaces, mounts, cgroups. The script runs when it is told to, or when the
// process that made them has ended in whatever way, kill -9 included: the pipe closes then.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { RUN_VARIABLE } from "@/tests/support/leaks";

export interface Janitor {
  clean(): Promise<void>;
}

/** The script must bear it that some of what it removes was never made. */
export function startJanitor(script: string): Janitor {
  const child = spawn("/bin/sh", ["-c", `cat > /dev/null\n${script}`], {
    // Not the mark of the run: what carries that is ended at once when a run is broken off.
    env: { ...process.env, [RUN_VARIABLE]: "" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = once(child, "exit");
  child.stdin?.on("error", () => undefined); // it has ended already
  return {
    async clean() {
      child.stdin?.end();
      await ended;
    },
  };
}
