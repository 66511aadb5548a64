/** Keeps history up to what happens; goes on at once while there is more than a turn takes. */
import { type ProjectDeps, projectTurn } from "@/lib/application/history/project";
import { type Loop, startLoop } from "./loop";

/** Most lives are over by then: their rows are written once. */
const INTERVAL_MS = 1_000;
/** An event loop that runs attempts is kept from them in slices only (`project-intents`). */
const CHANGES_MAX = 1_000;

export function startProjector(deps: ProjectDeps, onError: (error: unknown) => void): Loop {
  const turn = async () => {
    const projected = await projectTurn(deps, { changesMax: CHANGES_MAX, rebuilds: true });
    return projected.kind === "projected" && projected.isFull ? 1 : 0;
  };
  return startLoop(turn, INTERVAL_MS, onError);
}
