/** One cell of the intake benchmark. */
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { countTransactions, measureWindow, type Figures as SharedFigures } from "../measure-window";
import { type Cell, jobFor, type Kind } from "./cells";
import type { Site } from "./site";

export const PROCESSES = ["server", "postgres", "load"] as const;
type Process = (typeof PROCESSES)[number];
export type Figures = SharedFigures<Kind, Process>;

export async function measure(
  site: Site,
  cell: Cell,
  seconds: number,
  onMeasured: () => void = () => undefined,
): Promise<Figures> {
  const { kind, connections } = cell;
  // What the cell before has left to write is not this cell's burden.
  await site.sql.query("checkpoint");
  const meters = {
    cpuMs: () => readCpu(site, kind),
    transactions: kind === "http" ? null : () => countTransactions(site.sql),
  };
  const figures = await measureWindow(site.load, jobFor(site, cell, seconds), meters, onMeasured);
  return { ...figures, kind, connections };
}

function readCpu(site: Site, kind: Kind): Record<Process, number | null> {
  const server = kind === "insert" ? null : cpuMsOf((kind === "http" ? site.noWork : site.web).pid);
  const postgres = kind === "http" ? null : cpuMsOfTree(site.postgresPid);
  return { server, postgres, load: cpuMsOf(site.load.pid) };
}
