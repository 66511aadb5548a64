// `npm run store -- …`: says by hand that the database went back in time, and shows how it stands.
import { parseArgs } from "node:util";
import { openEpoch } from "@/lib/application/store-epoch/open-epoch";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { countRestored, readLastEpoch } from "@/lib/store/restored-intents";
import { findLocalDatabaseUrl } from "./launch/local-database";

const USAGE = `npm run store -- status
npm run store -- restored --reason "restored the backup of 02:00"

  status     the epoch, why it began, and what is in doubt because of it
  restored   the database was put back to an earlier state, and no worker can tell: all that could have run since goes in
             doubt before anything is claimed. A running worker does it; without one it is done at the next start.

Release what a planned failover put in doubt with POST /api/v1/store/release {"reason": …} (role admin).
DATABASE_URL names the database; without it, the embedded one of a running \`npm start\`.`;

const ACTOR = { kind: "system", id: "store-script" } as const;
const EXIT_USAGE = 64; // EX_USAGE of sysexits.h

/** A sentence for the person at the terminal, not a defect. */
class StoreError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

try {
  await main();
} catch (error) {
  const isPlain = error instanceof StoreError || isUnreachable(error);
  console.error(
    isUnreachable(error)
      ? "The database cannot be reached: check DATABASE_URL."
      : isPlain
        ? (error as Error).message
        : error,
  );
  process.exitCode = error instanceof StoreError ? error.exitCode : 1;
}

async function main(): Promise<void> {
  const { command, reason } = readWanted(process.argv.slice(2));
  if (command === "help") return console.log(USAGE);
  const url = process.env["DATABASE_URL"] || (await findLocalDatabaseUrl());
  if (url === null)
    throw new StoreError("Set DATABASE_URL, or run `npm start` first: the embedded database is not running.");
  const db = openDatabase({ url, connectionsMax: 1, name: "interlock-store" });
  try {
    if (command === "restored") await sayRestored(db, reason);
    await showStatus(db);
  } finally {
    await db.close();
  }
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

function readWanted(argv: string[]): { command: "help" | "status" | "restored"; reason: string } {
  const { positionals, values } = parseOptions(argv);
  const [command] = positionals;
  if (values.help) return { command: "help", reason: "" };
  if (positionals.length !== 1 || (command !== "status" && command !== "restored"))
    throw new StoreError(USAGE, EXIT_USAGE);
  const { reason } = values;
  if (command === "restored" && (reason === undefined || reason.trim() === ""))
    throw new StoreError(`Say why: --reason "…"\n\n${USAGE}`, EXIT_USAGE);
  return { command, reason: reason ?? "" };
}

function parseOptions(argv: string[]) {
  try {
    const options = { help: { type: "boolean", short: "h", default: false }, reason: { type: "string" } } as const;
    return parseArgs({ args: argv, allowPositionals: true, options });
  } catch (error) {
    throw new StoreError(`${(error as Error).message}\n\n${USAGE}`, EXIT_USAGE);
  }
}
