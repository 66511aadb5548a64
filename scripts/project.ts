// `npm run project`: brings history up to what happened, and with --rebuild makes all of it anew.
import { makeContractCatalog } from "@/lib/application/contract-catalog";
import { type ProjectDeps, projectTurn, startRebuild } from "@/lib/application/history/project";
import type { Database } from "@/lib/store/database";
import { countIntents } from "@/lib/store/key-audit-read";
import { readLag } from "@/lib/store/projection/tail";
import { parseOptions, runDatabaseScript, UsageError } from "./database-script";

const USAGE = `npm run project
npm run project -- --rebuild

  (nothing)   projects what history does not have yet, and says how far it is behind
  --rebuild   makes history anew from nothing. Agents may submit and people decide meanwhile; lists say that they are
              behind until it is through. A worker that runs helps; stopped, it goes on with the next one.

DATABASE_URL names the database; without it, the embedded one of a running \`npm start\`.`;

const OPTIONS = {
  help: { type: "boolean", short: "h", default: false },
  rebuild: { type: "boolean", default: false },
} as const;

const CHANGES_MAX = 1_000;
const WAIT_MS = 10_000;
const TOLD_EVERY_MS = 2_000;

type Wanted = { rebuild: boolean };

await runDatabaseScript<Wanted>({
  name: "interlock-project",
  usage: USAGE,
  readWanted(argv) {
    const { positionals, values } = parseOptions(argv, OPTIONS);
    if (positionals.length > 0) throw new UsageError();
    return values.help ? null : { rebuild: values.rebuild };
  },
  run,
});

async function run(db: Database, { rebuild }: Wanted): Promise<void> {
  const onUnknown = (type: string) => console.warn(`A change of a kind that this release does not know: ${type}.`);
  const deps = { db, versionOf: makeContractCatalog(db).versionOf, onUnknown };
  if (rebuild) await startRebuild(deps);
  const total = rebuild ? await countIntents(db, { after: "", before: "j" }) : 0;
  await projectAll(deps, total);
  const { changes, seconds } = await readLag(db.client);
  console.log(changes === 0 ? "History has everything." : `History is ${Math.ceil(seconds)} s behind.`);
}

async function projectAll(deps: ProjectDeps, total: number): Promise<void> {
  let [changes, rebuilt, toldAtMs] = [0, 0, performance.now()];
  for (;;) {
    const turn = await projectTurn(deps, { changesMax: CHANGES_MAX, waitMs: WAIT_MS, rebuilds: true });
    if (turn.kind === "busy") continue;
    changes += turn.changes;
    rebuilt += turn.rebuilt;
    const isOver = !turn.isFull && !turn.isRebuilding;
    if (isOver || performance.now() - toldAtMs >= TOLD_EVERY_MS) {
      toldAtMs = performance.now();
      const anew =
        total === 0 ? "" : `, ${rebuilt.toLocaleString("en")} of ${total.toLocaleString("en")} intents made anew`;
      console.log(`${changes.toLocaleString("en")} changes projected${anew}`);
    }
    if (isOver) return;
  }
}
