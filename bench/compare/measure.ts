/** One cell of one system, and the proof that what it was asked for has exactly one effect. */
import { takeEffects, untilEffects } from "../execute/ask-effects";
import { judgeEffects } from "../execute/effects";
import type { Ground } from "../ground";
import { runJob } from "../load-job";
import { measureWindow, type Figures as SharedFigures } from "../measure-window";
import { type Cell, jobFor, preparation } from "./cells";
import type { Kind, Process, System, SystemName } from "./systems";

export type Figures = SharedFigures<Kind, Process> & { system: SystemName; effectCount: number };

/** What was only started is performed afterwards. */
const BACKLOG_MAX_MS = 180_000;

export async function prepareSystem({ load }: Pick<Ground, "load">, system: System): Promise<void> {
  const { errors } = await runJob(load, preparation(system));
  if (errors.length > 0) throw new Error(`${system.name} does not do the work:\n  ${errors.join("\n  ")}`);
  await system.sql?.query("vacuum analyze");
}

export async function measure(
  { load }: Pick<Ground, "load">,
  system: System,
  cell: Cell,
  seconds: number,
): Promise<Figures> {
  // What the cell before has left to write is not this cell's burden.
  await system.sql?.query("checkpoint");
  await takeEffects(system.downstream);
  const figures = await measureWindow(load, jobFor(system, cell, seconds), system);
  const wanted = cell.kind === "duplicate" ? 0 : figures.rightCount;
  await untilEffects(system.downstream, wanted, BACKLOG_MAX_MS);
  const effects = await takeEffects(system.downstream);
  const wrong = judgeEffects(effects, wanted);
  return {
    ...figures,
    ...cell,
    system: system.name,
    effectCount: effects.effectCount,
    errorCount: figures.errorCount + wrong.length,
    errors: [...wrong, ...figures.errors],
  };
}
