/**
 * Whether a connection is a session of its own. Behind a pooler in transaction mode (PgBouncer and the like) each
 * transaction may run on another one: settings, prepared statements and LISTEN are then another session's.
 *
 * S1  A direct connection is told by one question: it has the process id that the server gave it. A pooler makes one up.
 * S2  One that is pooled is tried: it marks its session, others keep sessions busy, and it looks for its mark. A pooler
 *     in session mode keeps the mark, always; so nothing that works is refused.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";

export const POOLED_STORE =
  "DATABASE_URL leads through a pooler in transaction mode (PgBouncer or the like), which gives each transaction another session: connect to PostgreSQL directly, or set pool_mode = session.";

const CONNECT_MS = 5_000;
/** A pooler that has no other session to give lets the question wait: that is an answer as well. */
const ANSWER_MS = 5_000;
/** How many sessions are kept busy: PgBouncer gives the one that was used last first. */
const RIVALS = 3;

const MARK = "interlock.session";

/** What stands between us and the server. */
export type Pooling = "none" | "session" | "transaction";

export async function findPooling(url: string): Promise<Pooling> {
  const client = await connect(url);
  try {
    if (await isDirect(client)) return "none";
    return (await findsItsMark(client, url)) ? "session" : "transaction";
  } finally {
    await client.end();
  }
}

async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid === (client as unknown as { processID: number | null }).processID;
}

async function findsItsMark(client: pg.Client, url: string): Promise<boolean> {
  const mark = randomUUID();
  await client.query("select set_config($1, $2, false)", [MARK, mark]);
  const rivals: pg.Client[] = [];
  try {
    for (let turn = 1; turn <= RIVALS; turn += 1) {
      const rival = await connect(url);
      rivals.push(rival);
      await rival.query("begin");
      // With the transaction a session is taken: `begin` alone may not reach the server.
      await rival.query("select 1");
      if ((await readMark(client)) !== mark) return false;
    }
    return true;
  } finally {
    await Promise.all(rivals.map((rival) => rival.end()));
  }
}

/** Null: no answer, as long as others are in a transaction. */
async function readMark(client: pg.Client): Promise<string | null> {
  try {
    const { rows } = await client.query<{ mark: string | null }>("select current_setting($1, true) as mark", [MARK]);
    return rows[0]?.mark ?? null;
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) return null;
    throw error;
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const bounds = { connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS };
  const client = new pg.Client({ connectionString, ...bounds, application_name: "interlock-check" });
  // A connection that is lost is told by the question that meets it.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
