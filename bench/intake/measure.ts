/** One cell of the intake benchmark, and the proof that every submission that was answered is on record. */
import { cpuMsOf, cpuMsOfTree } from "../cpu-time";
import { measureWindow, type Figures as SharedFigures } from "../measure-window";
import type { Meters } from "../meters";
import { measureByPgbench } from "../pgbench/measure";
import { countSubmissions } from "../product-database";
import { type Cell, jobFor, type Kind, productOf } from "./cells";
import { judgeRecords } from "./records";
import type { Site } from "./site";

export const PROCESSES = ["web", "postgres", "load"] as const;
type Process = (typeof PROCESSES)[number];
export type Figures = SharedFigures<Kind, Process>;

export async function measure(
  site: Site,
  cell: Cell,
  seconds: number,
  onMeasured: () => void = () => undefined,
): Promise<Figures> {
  const { kind, connections } = cell;
  const product = productOf(site, kind);
  // What the cell before has left to write is not this cell's burden.
  await site.sql.query("checkpoint");
  const meters = metersOf(site, kind);
  if (kind === "insert" && site.pgbench !== null) {
    const { pgbench, databaseUrl, dir } = site;
    return {
      ...(await measureByPgbench({ pgbench, databaseUrl, dir, connections, seconds }, meters)),
      kind,
      connections,
    };
  }
  const recordedBefore = product === null ? 0 : await countSubmissions(product.sql);
  const figures = await measureWindow(site.load, jobFor(site, cell, seconds), meters, onMeasured);
  const recorded = product === null ? null : (await countSubmissions(product.sql)) - recordedBefore;
  const wrong = recorded === null ? [] : judgeRecords(figures.rightCount, recorded);
  return {
    ...figures,
    kind,
    connections,
    errorCount: figures.errorCount + wrong.length,
    errors: [...wrong, ...figures.errors],
  };
}

function metersOf(site: Site, kind: Kind): Meters<Process> {
  const web = kind === "http" ? site.noWork : productOf(site, kind)?.web;
  return {
    cpuMs: () => ({
      web: web === undefined ? null : cpuMsOfTree(web.pid),
      postgres: kind === "http" ? null : cpuMsOfTree(site.postgres.pid),
      load: cpuMsOf(site.load.pid),
    }),
    sql: kind === "http" ? null : (productOf(site, kind)?.sql ?? site.sql),
  };
}
