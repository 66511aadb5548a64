/** Text for the terminal. */
import { LABEL } from "./cells";
import type { Figures } from "./measure";
import type { Ratio } from "./ratios";

const NAME_WIDTH = 38;

export function tableHead(): string {
  const columns = ["requests/s", "p50 ms", "p99 ms", "errors"].map((name) => name.padStart(11)).join("");
  return `${"".padEnd(NAME_WIDTH)}${"at once".padStart(8)}${columns}   a request: commits  CPU µs server  postgres  load`;
}

export function tableRow(figures: Figures): string {
  const { perSecond, p50Ms, p99Ms, errorCount, transactions, cpuUs } = figures;
  const columns = [whole(perSecond), p50Ms.toFixed(2), p99Ms.toFixed(2), String(errorCount)];
  const cpu = [cpuUs.server, cpuUs.postgres, cpuUs.load].map((us) => (us === null ? "–" : us.toFixed(0)));
  const [server = "", postgres = "", load = ""] = cpu;
  return [
    LABEL[figures.kind].padEnd(NAME_WIDTH),
    String(figures.connections).padStart(8),
    ...columns.map((text) => text.padStart(11)),
    (transactions === null ? "–" : transactions.toFixed(2)).padStart(21),
    server.padStart(15),
    postgres.padStart(10),
    load.padStart(6),
  ].join("");
}

export function ratioRows(ratios: Ratio[]): string[] {
  return ratios.map(({ name, connections, value, aim }) => {
    const verdict = aim === null ? "" : `   aim: ${aim.bound} ${aim.value}   ${aim.met ? "ok" : missed(aim)}`;
    return `${name.padEnd(NAME_WIDTH + 2)}${String(connections).padStart(6)}${value.toFixed(2).padStart(11)}${verdict}`;
  });
}

function missed({ bound }: { bound: "at least" | "at most" }): string {
  return bound === "at least" ? "BELOW" : "ABOVE";
}

export function errorRows(figures: Figures[]): string[] {
  return figures.flatMap(({ kind, connections, errors }) =>
    errors.map((error) => `${LABEL[kind]} at ${connections}: ${error}`),
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
