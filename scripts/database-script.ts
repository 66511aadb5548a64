/** What the scripts share that a person runs against the database: where it is, and plain sentences for what went wrong. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConflictError } from "@/lib/application/errors";
import { HALF_MOVED_STORE } from "@/lib/application/require-safe-store";
import { type Database, openDatabase } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { isHalfMoved } from "@/lib/store/half-moved";
import { findLocalDatabaseUrl } from "./launch/local-database";

export type DatabaseScript<Wanted> = {
  /** Of its connection, as the server shows it. */
  name: string;
  usage: string;
  /** Null: the person asks for help. Throws `UsageError`. */
  readWanted: (argv: string[]) => Promise<Wanted | null> | Wanted | null;
  run: (db: Database, wanted: Wanted) => Promise<void>;
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 64; // EX_USAGE of sysexits.h
const NO_DATABASE = "Set DATABASE_URL, or run `npm start` first: the embedded database is not running.";

/** What is wrong with the call; empty: how it is called is enough. */
export class UsageError extends Error {}

/** A sentence for the person at the terminal, not a defect. */
class ScriptError extends Error {}

export async function runDatabaseScript<Wanted>(script: DatabaseScript<Wanted>): Promise<void> {
  try {
    await run(script);
  } catch (error) {
    console.error(explain(error, script.usage) ?? error);
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

async function run<Wanted>({ name, usage, readWanted, run }: DatabaseScript<Wanted>): Promise<void> {
  const wanted = await readWanted(process.argv.slice(2));
  if (wanted === null) return console.log(usage);
  const url = process.env["DATABASE_URL"] || (await findLocalDatabaseUrl());
  if (url === null) throw new ScriptError(NO_DATABASE);
  const db = openDatabase({ url, connectionsMax: 1, name });
  try {
    // What is written now would be taken for something that the move lost, or made.
    if (await isHalfMoved(db)) throw new ScriptError(HALF_MOVED_STORE);
    await run(db, wanted);
  } finally {
    await db.close();
  }
}

export function parseOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  argv: string[],
  options: Options,
) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function explain(error: unknown, usage: string): string | null {
  if (error instanceof UsageError) return error.message === "" ? usage : `${error.message}\n\n${usage}`;
  if (error instanceof ScriptError || error instanceof ConflictError) return error.message;
  if (isUnreachable(error)) return "The database cannot be reached: check DATABASE_URL.";
  if (error instanceof Error && /relation .* does not exist/i.test(error.message)) {
    return "The database has no tables yet: run `npm run migrate` first.";
  }
  return null;
}
