/** Fills the tables that history is read from, without their indexes; those are made afterwards, as after a restore. */
import pg from "pg";
import { AGENTS, INSERTS, PLAN, PLANNED, PLANNED_TABLE, TABLES } from "./rows";

const CHUNK = 100_000;
const WRITERS = 2;

/** Nothing that lists are found by: they would take a third of the disk. */
const LEFT_OUT = new Set(["intents_key", "intents_live", "intents_resembles", "intents_family", "journal_calls_back"]);

type Progress = (share: number) => void;

export type Generation = {
  count: number;
  /** When the last of them was submitted. */
  lastMs: number;
  /** `lists`: those that lists are found by; `all`: also what guards and finds new intents. */
  indexes: "lists" | "all";
};

export async function generateHistory(databaseUrl: string, plan: Generation, onProgress: Progress): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await client.query(PEOPLE);
    const guard = await dropGuard(client);
    const dropped = await dropIndexes(client);
    await fill(databaseUrl, plan, onProgress);
    await client.query("set maintenance_work_mem = '1GB'");
    const wanted = dropped.filter(({ name }) => plan.indexes === "all" || !LEFT_OUT.has(name));
    for (const { sql } of wanted) await client.query(sql);
    if (plan.indexes === "all") await client.query(guard);
    // What was generated is in history already.
    await client.query("update projection set seen = pg_current_snapshot()");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** That rows hold together is what the tests are for; here it would only take time. Tells how to guard new rows again. */
async function dropGuard(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'holds_together'",
  );
  await client.query("alter table intents drop constraint holds_together");
  return `alter table intents add constraint holds_together ${rows[0]?.definition} not valid`;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: "interlock-bench" });
  await client.connect();
  return client;
}

const PEOPLE = `
  insert into agents (id, namespace, name)
    select 'agt_' || k, case when k % 7 = 3 then 'payments' else 'default' end, 'agent ' || k
    from generate_series(0, ${AGENTS - 1}) as k;
  insert into agents (id, namespace, name) values ('agt_rare', 'rare', 'rare agent');
  insert into contract_versions (tool, version, definition, source, format, digest)
    select tool, 1, (definition::jsonb || jsonb_build_object('tool', tool))::json, source, format, digest
    from (select definition, source, format, digest from contract_versions where tool = 'bench_refund') as one
    cross join (select 'tool_' || k as tool from generate_series(1, 31) as k
      union all values ('hot_tool'), ('rare_tool')) as tools`;

/** Tells the statements that make them again; a key comes back as a unique index. */
async function dropIndexes(client: pg.Client): Promise<{ name: string; sql: string }[]> {
  const { rows } = await client.query<{ name: string; sql: string; table: string; key: string | null }>(
    `select c.relname as name, pg_get_indexdef(x.indexrelid) as sql, x.indrelid::regclass::text as table,
       (select conname from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u')) as key
     from pg_index x join pg_class c on c.oid = x.indexrelid where x.indrelid::regclass::text = any($1)`,
    [TABLES],
  );
  for (const { name, table, key } of rows) {
    await client.query(key === null ? `drop index ${name}` : `alter table ${table} drop constraint ${key}`);
  }
  return rows;
}

/** A chunk is planned and put into every table by one writer, one chunk after the other. */
async function fill(databaseUrl: string, { count, lastMs }: Generation, onProgress: Progress): Promise<void> {
  const firsts = Array.from({ length: Math.ceil(count / CHUNK) }, (_none, index) => index * CHUNK + 1);
  let done = 0;
  const write = async () => {
    const client = await connect(databaseUrl);
    try {
      await client.query("set synchronous_commit = off; set jit = off; set temp_buffers = '256MB'");
      await client.query(PLANNED_TABLE);
      for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
        const last = Math.min(count, first + CHUNK - 1);
        await client.query(`truncate ${PLANNED}`);
        await client.query(PLAN, [first, last, count, lastMs]);
        for (const sql of INSERTS) await client.query(sql);
        done += last - first + 1;
        onProgress(done / count);
      }
    } finally {
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
