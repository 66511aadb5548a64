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

export function resultRows(figures: Figures[], aims: Ratio[], ratios: Ratio[], postgresVersion: string): string[] {
  return [
    `\n${ratioHead("Aims")}`,
    ...aims.map(ratioRow),
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
    "The baselines' clients run in the load process and pay no HTTP; raw BullMQ has a worker of its own, which does nothing.",
    "Absolute figures swing with the machine, ratios less.",
  ];
}

function errorRows(figures: Figures[]): string[] {
  const rows = figures.flatMap(({ backend, kind, connections, errors }) =>
    errors.map((error) => `  ${backend}: ${LABEL[kind]} at ${connections}: ${error}`),
  );
  return rows.length === 0 ? [] : ["\nWhat was not as expected, the first of each cell:", ...rows];
}
