// F29: the disk under Postgres is full. Agents are told 503 and never a 2xx for what was not stored; when there is room
// again, everything goes on, and nobody repairs anything.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Heard } from "./agents";
import type { Fault } from "./fault";
import { lacking } from "./needs";
import { openOwnStore } from "./own-store";
import { planWorkload } from "./plan";
import { openSmallDisk } from "./small-disk";
import { runWorkload } from "./workload";

const DISK_BYTES = 220 * 1_048_576;
/** Little is kept for later: a server that has segments to spare does not notice for a while. */
const SETTINGS = { min_wal_size: "32MB", max_wal_size: "32MB" };
const FULL_MS = { short: 3_000, full: 20_000 };
const NOTICED_MAX_MS = 60_000;
const POLL_MS = 50;

export const diskFull: Fault = {
  id: "F29",
  title: "the disk under Postgres is full, twice",
  cannotRun: () => lacking("root", "loop devices", "tool fuser"),
  async run({ seed, full, size }) {
    const disk = await openSmallDisk(DISK_BYTES);
    try {
      const server = { dataDir: join(disk.path, "postgres"), settings: SETTINGS };
      const { postgres, site, close } = await openOwnStore("disk-full", server, { seed });
      const recoveredMs: number[] = [];
      let restarts = 0;
      let isOver = false;
      const storing = async (turn: string) => {
        const body = {
          tool: "pay_blind",
          run: turn,
          step: "s",
          args: { orderId: turn, amount: 5_000, note: "canary" },
        };
        return (await site.asAgent("POST", "/intents", body))?.status ?? 0;
      };
      const disturb = async () => {
        for (let turn = 0; turn < (size?.kills ?? 2); turn += 1) {
          await delay(1_000);
          disk.fill();
          const noticedBy = performance.now() + NOTICED_MAX_MS;
          for (let n = 0; performance.now() < noticedBy; n += 1) {
            if ((await storing(`${seed}-full-${turn}-${n}`)) === 503) break;
            await delay(POLL_MS);
          }
          await delay(full ? FULL_MS.full : FULL_MS.short);
          disk.free();
          const freedAt = performance.now();
          // A server that gave up over its log is started again, as a supervisor does; its data is as it was.
          if (!postgres.isRunning()) restarts += 1;
          await postgres.start();
          const canary = `${seed}-freed-${turn}`;
          while (![200, 201, 202].includes(await storing(canary))) await delay(POLL_MS);
          recoveredMs.push(Math.round(performance.now() - freedAt));
        }
        isOver = true;
      };
      try {
        return await runWorkload({
          id: "F29",
          site,
          actions: planWorkload(seed, size?.actions ?? 50_000),
          agents: 8,
          disturb,
          isEnough: () => isOver,
          check: (_books, heard) => (was503(heard) === 0 ? ["the full disk was not noticed"] : []),
          remarks: (heard) =>
            `${was503(heard)} times 503, ${restarts} restarts, back after ${recoveredMs.join(" and ")} ms`,
        });
      } finally {
        disk.free();
        await close();
      }
    } finally {
      await disk.close();
    }
  },
};

const was503 = ({ turnedAway }: Heard) => turnedAway.get("503 store_unavailable") ?? 0;
