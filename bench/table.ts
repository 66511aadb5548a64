/** The table of cells, for the terminal. */
import type { Figures } from "./measure-window";

const NAME_WIDTH = 38;
const WIDTH = 9;
const CPU_WIDTH = 11;
const COLUMNS = ["/ second", "p50 ms", "p99 ms", "errors", "commits", "WAL kB", "disk kB", "idle %"];

export function tableHead(processes: readonly string[]): string {
  const columns = COLUMNS.map((name) => name.padStart(WIDTH)).join("");
  const cpu = processes.map((name) => name.padStart(CPU_WIDTH)).join("");
  return `${"".padEnd(NAME_WIDTH)}${"at once".padStart(8)}${columns}   CPU µs:${cpu}`;
}

export function tableRow<Process extends string>(
  label: string,
  figures: Figures<string, Process>,
  processes: readonly Process[],
): string {
  const { connections, perSecond, p50Ms, p99Ms, errorCount, cpuUs } = figures;
  const { transactions, walBytes, diskBytes, idleShare } = figures;
  const columns = [
    whole(perSecond),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    String(errorCount),
    maybe(transactions, (count) => count.toFixed(2)),
    maybe(walBytes, kilobytes),
    maybe(diskBytes, kilobytes),
    maybe(idleShare, (share) => (100 * share).toFixed(0)),
  ];
  return [
    label.padEnd(NAME_WIDTH),
    String(connections).padStart(8),
    ...columns.map((text) => text.padStart(WIDTH)),
    "          ",
    ...processes.map((name) => maybe(cpuUs[name], whole).padStart(CPU_WIDTH)),
  ].join("");
}

function maybe(value: number | null, write: (value: number) => string): string {
  return value === null ? "–" : write(value);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(2);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
