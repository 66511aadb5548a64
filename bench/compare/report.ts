/** Text for the terminal. */
import { availableParallelism } from "node:os";
import { type Ratio, ratioHead, ratioRow } from "../ratio";
import { tableHead, tableRow, whole } from "../table";
import type { Figures } from "./measure";
import { KIND_LABEL, PROCESSES, SYSTEM_LABEL } from "./systems";

export function figuresHead(): string {
  return tableHead(PROCESSES);
}

export function figuresRow(figures: Figures): string {
  return tableRow(labelOf(figures), figures, PROCESSES);
}

function labelOf({ system, kind }: Figures): string {
  return `${SYSTEM_LABEL[system]}: ${KIND_LABEL[kind]}`;
}

export function resultRows(figures: Figures[], ratios: Ratio[]): string[] {
  const errors = figures.flatMap((entry) => entry.errors.map((error) => `  ${labelOf(entry)}: ${error}`));
  const effects = figures.reduce((sum, { effectCount }) => sum + effectCount, 0);
  return [
    `\n${ratioHead("Interlock against its peers, inside this run")}`,
    ...ratios.map(ratioRow),
    "",
    ...(errors.length === 0 ? [`The downstreams performed ${whole(effects)} effects, one for each, none twice.`] : []),
    `Everything durable, fsync on; Node ${process.versions.node}; ${availableParallelism()} cores, shared by all of the processes. What is not alike: bench/README.md.`,
    ...(errors.length === 0 ? [] : ["\nWhat was not as expected, the first of each cell:", ...errors]),
  ];
}
