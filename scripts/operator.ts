// `npm run operator -- create …`: adds an operator straight into the database, so that there is somebody who can sign in.
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createOperator } from "@/lib/application/create-operator";
import { ConflictError } from "@/lib/application/errors";
import { makeIdSource } from "@/lib/domain/id";
import { openDatabase } from "@/lib/store/database";
import { isUnreachable } from "@/lib/store/errors";
import { CreateOperatorBody } from "@/lib/wire/operator";
import { findLocalDatabaseUrl } from "./launch/local-database";

const USAGE = `npm run operator -- create --email you@example.com --name "Your Name" [--role admin] [--password-stdin]

  --role            viewer, approver or admin (admin)
  --password-stdin  reads a password from standard input, to sign in with in the browser

Prints a token for the operator, once. DATABASE_URL names the database; without it, the embedded one of a running
\`npm start\`.`;

const ACTOR = { kind: "system", id: "operator-script" } as const;
const TOKEN_NAME = "first token";
const EXIT_USAGE = 64; // EX_USAGE of sysexits.h

/** A sentence for the person at the terminal, not a defect. */
class OperatorError extends Error {
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
  const plain = explain(error);
  console.error(plain ?? error);
  process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
}

async function main(): Promise<void> {
  const body = await readWanted(process.argv.slice(2));
  if (body === null) return console.log(USAGE);
  const url = process.env["DATABASE_URL"] || (await findLocalDatabaseUrl());
  if (url === null) {
    throw new OperatorError("Set DATABASE_URL, or run `npm start` first: the embedded database is not running.");
  }
  const db = openDatabase({ url, connectionsMax: 1, name: "interlock-operator" });
  try {
    const deps = { db, newId: makeIdSource(Date.now) };
    const { operator, token } = await createOperator(deps, { actor: ACTOR, body, tokenName: TOKEN_NAME });
    const where = process.stdout.isTTY
      ? "The token is shown this once:"
      : "The token is on the standard output, this once.";
    console.error(`Added ${operator.email} (${operator.role}). ${where}`);
    console.log(token?.secret);
  } finally {
    await db.close();
  }
}

async function readWanted(argv: string[]): Promise<CreateOperatorBody | null> {
  const { positionals, values } = parseOptions(argv);
  if (values.help) return null;
  if (positionals.length !== 1 || positionals[0] !== "create") throw new OperatorError(USAGE, EXIT_USAGE);
  const { "password-stdin": withPassword, help: _, ...given } = values;
  // What a terminal or `echo` ends a line with is not part of the password.
  const password = withPassword ? (await text(process.stdin)).replace(/\r?\n$/, "") : undefined;
  const parsed = CreateOperatorBody.safeParse({ ...given, password });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  --${path.join(".")}: ${message}`);
  throw new OperatorError(`${problems.join("\n")}\n\n${USAGE}`, EXIT_USAGE);
}

function parseOptions(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        email: { type: "string" },
        name: { type: "string" },
        role: { type: "string", default: "admin" },
        "password-stdin": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${USAGE}`, EXIT_USAGE);
  }
}

function explain(error: unknown): string | null {
  if (error instanceof OperatorError || error instanceof ConflictError) return error.message;
  if (isUnreachable(error)) return "The database cannot be reached: check DATABASE_URL.";
  if (error instanceof Error && /relation .* does not exist/i.test(error.message)) {
    return "The database has no tables yet: run `npm run migrate` first.";
  }
  return null;
}
