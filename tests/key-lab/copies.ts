// Many submissions on record without submitting them: copies of one, each of another thing, each with its whole life.
import type { Stage } from "../gate/support/stage";

const COPIED = { intents: "id", submissions: "intent_id", decisions: "intent_id", audit_events: "intent_id" } as const;
const PREFIXES = { intents: "int", submissions: "sub", decisions: "dec", audit_events: "evt" } as const;

/** `id` is that of an intent with one submission, whose args name the thing as `id`. */
export async function copyIntent(stage: Stage, id: string, count: number): Promise<void> {
  for (const table of Object.keys(COPIED) as (keyof typeof COPIED)[]) {
    const columns = await stage.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      table,
    );
    const names = columns.map(({ name }) => name).join(", ");
    await stage.sql(
      `insert into ${table} (${names})
       select ${columns.map(({ name }) => `r.${name}`).join(", ")}
       from ${table} t, generate_series(1, $2::int) as n,
       lateral (select lpad(n::text, 13, '0') as number) as c,
       lateral jsonb_populate_record(t, ${changes(table)}) as r
       where t.${COPIED[table]} = $1`,
      id,
      count,
    );
  }
  await stage.sql("analyze");
}

/** The same instant, another number; what hangs together gets the same. */
const copied = (column: string) =>
  `case when t.${column} is null then null else substr(t.${column}, 1, 17) || c.number end`;

function changes(table: keyof typeof COPIED): string {
  const own = `'id', '${PREFIXES[table]}' || substr(t.id, 4, 14) || c.number`;
  const args = (column: string) => `'${column}', t.${column}::jsonb || jsonb_build_object('id', 'copy-' || n)`;
  switch (table) {
    case "intents":
      return `jsonb_build_object(${own}, 'stem', 's' || n, 'key', 'k' || n || t.tool, 'submission_id', ${copied("submission_id")},
        'identity_digest', 'i' || n, ${args("args")})`;
    case "submissions":
      return `jsonb_build_object(${own}, 'intent_id', ${copied("intent_id")}, ${args("args")}, ${args("executable_args")})`;
    case "decisions":
      return `jsonb_build_object(${own}, 'intent_id', ${copied("intent_id")}, 'submission_id', ${copied("submission_id")})`;
    case "audit_events":
      // Events of one intent keep their order: the rest of the id is the original's.
      return `jsonb_build_object('id', substr(t.id, 1, 17) || c.number || substr(t.id, 18), 'intent_id', ${copied("intent_id")})`;
  }
}
