/** Where the time goes: web, worker and PostgreSQL, in a window of its own, so that the figures stay undisturbed. */
import { countStatements, type StatementReport, takeStatements } from "../profile/statements";
import { type ProfileReport, takeProfiles } from "../profile/take-profiles";
import { BACKEND_LABEL, LABEL } from "./cells";
import { measure } from "./measure";
import type { Options } from "./options";
import type { Site } from "./site";

export type ExecuteProfile = { processes: ProfileReport[]; statements: StatementReport };

const PREFERRED_CONNECTIONS = 32;

export async function profileExecute(
  site: Site,
  { connections: counts, seconds }: Options,
  dir: string,
): Promise<ExecuteProfile> {
  const connections = counts.includes(PREFERRED_CONNECTIONS) ? PREFERRED_CONNECTIONS : (counts.at(-1) ?? 1);
  const what = `${LABEL.intent}, ${BACKEND_LABEL[site.backend]}`;
  await countStatements(site.sql);
  // Counted with the warm-up, so held against every intent of the cell and not only those of the window.
  let requestCount = 0;
  const processes = await takeProfiles({
    dir,
    slug: `${site.backend}-${connections}`,
    what,
    connections,
    seconds,
    processes: { web: site.web, worker: site.worker },
    async measure(onMeasured) {
      const figures = await measure(site, { kind: "intent", connections, purpose: "profile" }, seconds, onMeasured);
      requestCount = figures.rightCount;
      return figures;
    },
  });
  return { processes, statements: { what, connections, requestCount, statements: await takeStatements(site.sql) } };
}
