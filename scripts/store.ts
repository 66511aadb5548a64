// `npm run store -- …`: says by hand that the database went back in time, and shows how it stands.
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { makeIdSource } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { countRestored, readLastEpoch } from "@/lib/store/restored-intents";
import { parseOptions, runDatabaseScript, UsageError } from "./database-script";

const USAGE = `npm run store -- status
npm run store -- restored --reason "restored the backup of 02:00"

  status     the epoch, why it began, and what is in doubt because of it
  restored   the database was put back to an earlier state, and no worker can tell: all that could have run since goes in
             doubt before anything is claimed. A running worker does it; without one it is done at the next start.

Release what a planned failover put in doubt with POST /api/v1/store/release {"reason": …} (role admin).
DATABASE_URL names the database; without it, the embedded one of a running \`npm start\`.`;

const ACTOR = { kind: "system", id: "store-script" } as const;
const OPTIONS = { help: { type: "boolean", short: "h", default: false }, reason: { type: "string" } } as const;

/** `restored`: why; null: only how it stands is asked for. */
type Wanted = { restored: string | null };

await runDatabaseScript({ name: "interlock-store", usage: USAGE, readWanted, run });

async function run(db: Database, { restored }: Wanted): Promise<void> {
  if (restored !== null) await sayRestored(db, restored);
  await showStatus(db);
}

async function sayRestored(db: Database, reason: string): Promise<void> {
  const deps = { db, newId: makeIdSource(Date.now), publicUrl: "", sends: false };
  await openEpoch(deps, { why: "operator", actor: ACTOR, reason, noticedIn: null, seenEpoch: 0 });
}

async function showStatus(db: Database): Promise<void> {
  const { epoch, restoring, restoredAt, why } = await readLastEpoch(db.client);
  const { inDoubtCount, releasableCount } = await countRestored(db.client, null);
  console.log(`epoch ${epoch}${restoredAt === null ? "" : `, since ${restoredAt.toISOString()} (${why})`}`);
  if (restoring) console.log("Nothing is claimed until a worker has put in doubt all that may have run.");
  console.log(`${inDoubtCount} in doubt because of a restore; ${releasableCount} of them can be released.`);
}

function readWanted(argv: string[]): Wanted | null {
  const { positionals, values } = parseOptions(argv, OPTIONS);
  const [command] = positionals;
  if (values.help) return null;
  if (positionals.length !== 1 || (command !== "status" && command !== "restored")) throw new UsageError();
  if (command === "status") return { restored: null };
  const { reason = "" } = values;
  if (reason.trim() === "") throw new UsageError('Say why: --reason "…"');
  return { restored: reason };
}
