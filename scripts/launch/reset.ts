// Removes a home: refuses while it is in use, and first stops what a killed start left running there.
import { existsSync, rmSync } from "node:fs";
import { findEmbeddedPostgres } from "./embedded-postgres";
import { homeFrom, isHome } from "./home";
import { StartError } from "./launch-context";
import { endOrphans } from "./orphans";
import { AlreadyRunningError, acquireRunLock } from "./run-lock";

const home = homeFrom(process.env);

async function reset(): Promise<string> {
  if (!existsSync(home.dir)) return `There is nothing at ${home.dir}.`;
  if (!isHome(home)) throw new StartError(`${home.dir} was not made by Interlock: nothing was removed.`);
  // Held until the directory is gone: no start can begin in it meanwhile.
  const lock = await acquireRunLock(home.dir, () => undefined);
  try {
    await endOrphans(lock.orphans, (name) => console.log(`Ending the ${name} of an earlier start…`));
    await (await findEmbeddedPostgres(home.postgres))?.stop("fast");
    rmSync(home.dir, { recursive: true, force: true });
  } finally {
    if (existsSync(home.dir)) lock.release();
  }
  return `Removed ${home.dir}: the next start begins anew.`;
}

try {
  console.log(await reset());
} catch (error) {
  if (error instanceof AlreadyRunningError) console.error(`${error.message} Nothing was removed.`);
  else console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
