// Many submissions on record without submitting them: copies of one, each of another thing, each with its whole life.
import type { Stage } from "../gate/support/stage";

const COPIED = { intents: "id", journal: "intent_id" } as const;

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
       lateral (select lpad(n::text, 12, '0') || '0' as number) as c,
       lateral jsonb_populate_record(t, ${CHANGES[table]}) as r
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
const argsOf = (args: string) => `${args} || jsonb_build_object('id', 'copy-' || n)`;
const replaced = (detail: string, member: string) => `case when ${detail} -> '${member}' is null then ${detail}
  else jsonb_set(${detail}, '{${member}}', ${argsOf(`(${detail} -> '${member}')`)}) end`;

const CHANGES = {
  intents: `jsonb_build_object('id', ${copied("id")}, 'stem', 's' || n, 'key', 'k' || n || t.tool,
    'submission_id', ${copied("submission_id")}, 'identity_digest', 'i' || n, 'args', ${argsOf("t.args::jsonb")})`,
  // Rows of one intent keep their order: behind the number comes what is left of the original's id.
  journal: `jsonb_build_object('intent_id', ${copied("intent_id")},
    'id', ${copied("id")} || case when t.type = 'submission.recorded' then '' else substr(t.id, 18) end,
    'subject', case when t.type = 'submission.recorded' then ${copied("subject")} else t.subject end,
    'detail', ${replaced(`(${replaced("t.detail::jsonb", "args")})`, "executableArgs")})`,
};
