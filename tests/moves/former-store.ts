// Stores as the release before the journal wrote them, row by row: what its own tests left in their databases. In `stores/`
// one JSON document each, with its tables by name. What an answer shows only until a deadline (orders of a bypass that still
// wait for people) has it in the year 3026: stores do not age.
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { migrate } from "@/prisma/migrate";
import { onServer } from "../support/database";
import { makeTempDir } from "../support/temp-dir";
import { loadTestRun } from "../support/test-run";

export const FORMER_STORES = ["everything", "states", "late-words", "people", "erased", "restored"] as const;
export type FormerStore = (typeof FORMER_STORES)[number];

const FIRST_OF_THE_JOURNAL = "20261121010000_journal";

const serverUrlOf = (name: string) => Object.assign(new URL(loadTestRun().serverUrl), { pathname: `/${name}` }).href;

/** A database with the tables of before, empty: copied for each store. */
export async function makeFormerTemplate(): Promise<{ name: string; drop(): Promise<void> }> {
  const { serverUrl, template } = loadTestRun();
  const name = `${template}_former_${process.pid}`;
  const directory = makeTempDir("former-migrations");
  for (const migration of readdirSync("prisma/migrations")) {
    if (!/^\d/.test(migration) || migration >= FIRST_OF_THE_JOURNAL) continue;
    mkdirSync(join(directory.path, migration));
    cpSync(join("prisma/migrations", migration), join(directory.path, migration), { recursive: true });
  }
  await migrate({ databaseUrl: serverUrlOf(name), directory: directory.path });
  directory.remove();
  return {
    name,
    drop: () => onServer(serverUrl, async (client) => void (await client.query(`drop database ${name}`))),
  };
}

/** Triggers and foreign keys have had their say when it was written. */
export async function fillFormerStore(databaseUrl: string, store: FormerStore): Promise<void> {
  const packed = readFileSync(join(import.meta.dirname, "stores", `${store}.json.br`));
  const text = brotliDecompressSync(packed).toString();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin; set local session_replication_role = replica; delete from store_state");
    await client.query("create temp table written on commit drop as select $1::json as tables", [text]);
    for (const table of Object.keys(JSON.parse(text))) await fill(client, client.escapeIdentifier(table), table);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, quoted: string, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const columns = rows.map(({ name }) => client.escapeIdentifier(name)).join(", ");
  if (columns === "") return;
  await client.query(
    `insert into ${quoted} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${quoted}, (select tables -> '${table}' from written))`,
  );
}
