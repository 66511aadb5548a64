// `npm run operator -- create …`: adds an operator straight into the database, so that there is somebody who can sign in.
import { text } from "node:stream/consumers";
import { createOperator } from "@/lib/application/create-operator";
import { makeIdSource } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { CreateOperatorBody } from "@/lib/wire/operator";
import { parseOptions, runDatabaseScript, UsageError } from "./database-script";

const USAGE = `npm run operator -- create --email you@example.com --name "Your Name" [--role admin] [--password-stdin]

  --role            viewer, approver or admin (admin)
  --password-stdin  reads a password from standard input, to sign in with in the browser

Prints a token for the operator, once. DATABASE_URL names the database; without it, the embedded one of a running
\`npm start\`.`;

const ACTOR = { kind: "system", id: "operator-script" } as const;
const TOKEN_NAME = "first token";
const OPTIONS = {
  help: { type: "boolean", short: "h", default: false },
  email: { type: "string" },
  name: { type: "string" },
  role: { type: "string", default: "admin" },
  "password-stdin": { type: "boolean", default: false },
} as const;

await runDatabaseScript({ name: "interlock-operator", usage: USAGE, readWanted, run: create });

async function create(db: Database, body: CreateOperatorBody): Promise<void> {
  const deps = { db, newId: makeIdSource(Date.now) };
  const { operator, token } = await createOperator(deps, { actor: ACTOR, body, tokenName: TOKEN_NAME });
  const where = process.stdout.isTTY
    ? "The token is shown this once:"
    : "The token is on the standard output, this once.";
  console.error(`Added ${operator.email} (${operator.role}). ${where}`);
  console.log(token?.secret);
}

async function readWanted(argv: string[]): Promise<CreateOperatorBody | null> {
  const { positionals, values } = parseOptions(argv, OPTIONS);
  if (values.help) return null;
  if (positionals.length !== 1 || positionals[0] !== "create") throw new UsageError();
  const { "password-stdin": withPassword, help: _, ...given } = values;
  // What a terminal or `echo` ends a line with is not part of the password.
  const password = withPassword ? (await text(process.stdin)).replace(/\r?\n$/, "") : undefined;
  const parsed = CreateOperatorBody.safeParse({ ...given, password });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `  --${path.join(".")}: ${message}`);
  throw new UsageError(problems.join("\n"));
}
