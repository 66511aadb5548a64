// What the API answers about a store: asked of the release before when the stores were taken, and of today's after a move.
import pg from "pg";
import { hashCredential } from "@/lib/application/credentials";
import { loadSettings } from "@/lib/config/env";
import { makeLogger } from "@/lib/config/log";
import { drain, listen, makeHttpServer } from "@/server/http-server";
import { makeRuntime } from "@/server/runtime";
import { type CallAs, callAs } from "../support/call-as";
import { makeTempDir } from "../support/temp-dir";

const TOKEN = "ilo_asks_after_a_move_asks_after_a_move_asks";
const INTENTS_MAX = 30;
const OF_AN_INTENT = ["", "/submissions", "/decisions", "/attempts", "/events"];
const OF_ALL = ["/audit/events", "/audit/seals", "/findings", "/intents"];

export type Answers = { answers: Record<string, unknown>; exported: string[] };

/** By path; the export as its lines. */
export async function askStore(databaseUrl: string): Promise<Answers> {
  const directory = makeTempDir("asked");
  const env = {
    DATABASE_URL: databaseUrl,
    INTERLOCK_HOME: directory.path,
    INTERLOCK_ALLOW_UNSAFE_STORE: "1",
    INTERLOCK_KEY: "k".repeat(44),
    INTERLOCK_LOG_LEVEL: "silent",
  };
  const intentIds = await prepare(databaseUrl);
  const settings = loadSettings(env);
  const runtime = makeRuntime(settings, makeLogger("test", settings.logLevel));
  const server = makeHttpServer({
    ...runtime,
    pages: async (_request, response) => void response.writeHead(404).end(),
  });
  try {
    const url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    const ask = callAs(url, TOKEN);
    const answers: Record<string, unknown> = {};
    const paths = intentIds.flatMap((id) => OF_AN_INTENT.map((rest) => `/intents/${id}${rest}`));
    for (const path of [...paths, ...OF_ALL]) answers[path] = await askAll(ask, path);
    const file = await fetch(`${url}/api/v1/audit/export`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return { answers, exported: (await file.text()).trim().split("\n") };
  } finally {
    await drain(server);
    await runtime.close();
    directory.remove();
  }
}

/** A list to its end, each event, submission or whatever it lists in the order of ids. */
async function askAll(ask: CallAs, path: string): Promise<unknown> {
  const { status, body } = await ask("GET", path);
  if (status !== 200) throw new Error(`GET ${path} answers ${status}`);
  if (!("items" in body)) return body;
  const items = [...(body["items"] as { id?: string }[])];
  for (let cursor = body["nextCursor"]; typeof cursor === "string"; ) {
    const { body: page } = await ask("GET", `${path}?cursor=${cursor}`);
    items.push(...(page["items"] as { id?: string }[]));
    cursor = page["nextCursor"];
  }
  return items.toSorted((left, right) => (left.id ?? "").localeCompare(right.id ?? ""));
}

/** An admin of the store gets a token that is known here. */
async function prepare(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into operator_tokens (id, operator_id, name, hash, hint)
       select 'tok_asks', id, 'asks', $1, 'asks' from operators where role = 'admin' and disabled_at is null order by id limit 1`,
      [hashCredential(TOKEN)],
    );
    const { rows } = await client.query<{ id: string }>(`select id from intents order by id limit ${INTENTS_MAX}`);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
