import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticate } from "@/lib/application/authenticate";
import { makeSignIn } from "@/lib/application/sign-in";
import { makeIdSource } from "@/lib/domain/id";
import { type Database, openDatabase } from "@/lib/store/database";
import { createTestDatabase, type TestDatabase } from "./support/database";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, connectionsMax: 1, name: "interlock test" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Ran = { code: number | null; out: string; err: string };

async function operator(args: string[], input = "", env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/operator.ts", ...args], {
    env: { ...process.env, DATABASE_URL: database.url, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, out, err };
}

const first = ["create", "--email", "First@a.test", "--name", "First Person"];
const whoHas = (token: string) => authenticate(db, { bearer: token, session: null }, new Date());

test("the first operator of an empty database is an admin whose token alone is printed", async () => {
  const { code, out } = await operator(first);
  expect(code).toBe(0);
  expect(out).toMatch(/^ilo_\S+\n$/);
  expect(await whoHas(out.trim())).toMatchObject({ operator: { email: "first@a.test", role: "admin" } });
  const events = await db.client.journalRow.findMany({ orderBy: { id: "asc" } });
  expect(events.map(({ type, actorId }) => [type, actorId])).toEqual([
    ["operator.created", "operator-script"],
    ["operator.token_created", "operator-script"],
  ]);
  expect(JSON.stringify(events)).not.toContain(out.trim());
});

test("with a password from standard input the operator can sign in", async () => {
  const args = ["create", "--email", "second@a.test", "--name", "S", "--role", "viewer", "--password-stdin"];
  expect((await operator(args, "a long password\n")).code).toBe(0);
  const signIn = makeSignIn({ db, newId: makeIdSource(Date.now) });
  expect(await signIn("second@a.test", "a long password")).toMatchObject({ operator: { role: "viewer" } });
});

test.each([
  ["an address that is taken", first, 1, /address already/],
  ["what is no address and no name", ["create", "--email", "nobody"], 64, /--email: .*\n.*--name: /],
  ["a short password", [...first, "--password-stdin"], 64, /--password: .*12 characters/],
  ["an unknown option", [...first, "--admin"], 64, /Unknown option/],
  ["nothing to do", [], 64, /npm run operator -- create/],
])("%s is told, and no token is printed", async (_name, args, code, message) => {
  const ran = await operator(args, "short\n");
  expect(ran).toMatchObject({ code, out: "" });
  expect(ran.err).toMatch(message);
  expect(ran.err).not.toMatch(/\n\s+at /);
});

test("a database that does not answer is told", async () => {
  const { code, out, err } = await operator(first, "", { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/cannot be reached/);
});
