// Notices when npm, which started us, was killed with -9: it then forwards no Ctrl-C, and nobody could stop us any more.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const POLL_MS = process.platform === "linux" ? 500 : 2_000;

/** Calls back once when npm has gone; does nothing when we were not started by npm. */
export function onNpmGone(/** @type {() => void} */ gone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  // npm starts scripts through a shell, which may or may not stay between us and npm.
  const parent = process.ppid;
  const shell = /sh$/.test(look(parent)?.command ?? "");
  const grandparent = shell ? look(parent)?.ppid : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || look(parent)?.ppid === grandparent)) return;
    clearInterval(timer);
    gone();
  }, POLL_MS);
  timer.unref();
}

/** @param {number} pid @returns {{ ppid: number, command: string } | null} */
function look(pid) {
  if (process.platform !== "linux") {
    const [ppid, command] = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" })
      .stdout.trim()
      .split(/\s+/);
    return ppid === "" || command === undefined ? null : { ppid: Number(ppid), command };
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return { command: stat.slice(stat.indexOf("(") + 1, end), ppid: Number(stat.slice(end + 2).split(" ")[1]) };
  } catch {
    return null;
  }
}
