/** The table of cells, for the terminal. */
import type { Figures } from "./measure-window";

const NAME_WIDTH = 38;
const CPU_WIDTH = 11;

export function tableHead(processes: readonly string[]): string {
  const columns = ["per second", "p50 ms", "p99 ms", "errors", "commits"].map((name) => name.padStart(11)).join("");
  const cpu = processes.map((name) => name.padStart(CPU_WIDTH)).join("");
  return `${"".padEnd(NAME_WIDTH)}${"at once".padStart(8)}${columns}   CPU µs:${cpu}`;
}

export function tableRow<Process extends string>(
  label: string,
  figures: Figures<string, Process>,
  processes: readonly Process[],
): string {
  const { connections, perSecond, p50Ms, p99Ms, errorCount, transactions, cpuUs } = figures;
  const commits = transactions === null ? "–" : transactions.toFixed(2);
  const columns = [whole(perSecond), p50Ms.toFixed(2), p99Ms.toFixed(2), String(errorCount), commits];
  const cpu = processes.map((name) => (cpuUs[name] === null ? "–" : whole(cpuUs[name])));
  return [
    label.padEnd(NAME_WIDTH),
    String(connections).padStart(8),
    ...columns.map((text) => text.padStart(11)),
    "          ",
    ...cpu.map((text) => text.padStart(CPU_WIDTH)),
  ].join("");
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
