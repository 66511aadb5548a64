// F21: the clocks of web and worker are hours off, and jump. Leases, due times and windows follow the database's alone.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "@/demo/agent/random";
import { makeTempDir } from "@/tests/support/temp-dir";
import type { Fault } from "./fault";
import { planWorkload } from "./plan";
import { openSite } from "./site";
import { runWorkload } from "./workload";

const HOURS = [-2, 0, 2] as const;
const HOUR_MS = 3_600_000;
const JUMP_EVERY_MS = 700;

export const clockJumps: Fault = {
  id: "F21",
  title: "clocks of web and worker ±2 h, with jumps",
  async run({ seed, full, size }) {
    const directory = makeTempDir("clock");
    const file = join(directory.path, "clock");
    writeFileSync(file, "+2h");
    const library = findFaketime();
    const env = library === null ? {} : fakeClock(library, file);
    const site = await openSite({ seed, roleEnv: () => env });
    const disturb = async (signal: AbortSignal) => {
      const random = new Random(seed + 1);
      while (!signal.aborted) {
        const hours = random.pick(HOURS);
        writeFileSync(file, `${hours < 0 ? "-" : "+"}${Math.abs(hours)}h`);
        // Where the system's clock cannot be faked: web's own, by the means that its tests have.
        if (library === null) for (const web of site.webs) web.send({ skewMs: hours * HOUR_MS });
        await delay(JUMP_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    };
    try {
      const actions = planWorkload(seed, size?.actions ?? (full ? 5_000 : 200));
      return await runWorkload({
        id: "F21",
        site,
        actions,
        disturb,
        check: ({ attempts, intents }) => [
          ...attempts.flatMap(({ id, failure }) => (failure === "lease_lost" ? [`${id} lost its lease`] : [])),
          ...intents.flatMap(({ id, state }) => (state === "expired" ? [`${id} expired`] : [])),
        ],
        remarks: () => (library === null ? "web only: libfaketime is not installed" : ""),
      });
    } finally {
      await site.close();
      directory.remove();
    }
  },
};

/** What counts time is left alone, as it is when somebody sets a machine's clock. */
function fakeClock(library: string, file: string): Record<string, string> {
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
}

function findFaketime(): string | null {
  try {
    for (const name of readdirSync("/usr/lib")) {
      const directory = join("/usr/lib", name, "faketime");
      const found = listDirectory(directory).find((entry) => entry.startsWith("libfaketimeMT.so"));
      if (found !== undefined) return join(directory, found);
    }
  } catch {
    return null; // no such system
  }
  return null;
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return []; // not every library has one
  }
}
