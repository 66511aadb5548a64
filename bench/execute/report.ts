/** Text for the terminal. */
import { availableParallelism } from "node:os";
import { type Ratio, ratioHead, ratioRow } from "../ratio";
import { tableHead, tableRow, whole } from "../table";
import { BACKEND_LABEL, type Backend, LABEL } from "./cells";
import { type Figures, PROCESSES } from "./measure";

export function backendHead(backend: Backend): string {
  return `\n${BACKEND_LABEL[backend]}\n${tableHead(PROCESSES)}`;
}

export function figuresRow(figures: Figures): string {
  return tableRow(LABEL[figures.kind], figures, PROCESSES);
}

type Results = { goals: Ratio[]; ratios: Ratio[] };

export function resultRows(figures: Figures[], { goals, ratios }: Results, postgresVersion: string): string[] {
  return [
    `\n${ratioHead("Goals")}`,
    ...goals.map(ratioRow),
    `\n${ratioHead("Ratios, inside this run")}`,
    ...ratios.map(ratioRow),
    "",
    ...effectRows(figures),
    ...notes(postgresVersion),
    ...errorRows(figures),
  ];
}

function effectRows(figures: Figures[]): string[] {
  const checked = figures.filter(({ effectCount }) => effectCount !== null);
  if (checked.some(({ errorCount }) => errorCount > 0)) return [];
  const effects = checked.reduce((sum, { effectCount }) => sum + (effectCount ?? 0), 0);
  return [`The downstream performed ${whole(effects)} effects, one for every succeeded intent, none twice.`];
}

function notes(postgresVersion: string): string[] {
  return [
    `PostgreSQL ${postgresVersion} with fsync and synchronous_commit on; Node ${process.versions.node}; ${availableParallelism()} cores, shared by all of the processes.`,
    "The bare protocol is bench/bare: the rows that must be written, batched, and the same HTTP on both sides; no policy, checks, lists or seals.",
    "Raw BullMQ's client runs in the load process and pays no HTTP; its worker does nothing.",
    "Absolute figures swing with the machine, ratios and CPU µs less.",
  ];
}

function errorRows(figures: Figures[]): string[] {
  const rows = figures.flatMap(({ backend, kind, connections, errors }) =>
    errors.map((error) => `  ${backend}: ${LABEL[kind]} at ${connections}: ${error}`),
  );
  return rows.length === 0 ? [] : ["\nWhat was not as expected, the first of each cell:", ...rows];
}
