/** Of each intent: its submissions, decisions and attempts, column by column; and that the intents are as they were. */
import type pg from "pg";
import { type Difference, differingSql, NAMED_MAX, refuseDifferences } from "./differences";
import type { Step } from "./move-store";

const KINDS: Record<string, readonly string[]> = {
  submissions: [
    ...["intent_id", "namespace", "agent_id", "operator_id", "disposition", "refusal", "contract_version"],
    ...["args::json", "executable_args::json", "args_digest", "fingerprint", "differences::json", "resembles::json"],
    ...["observed::json", "edited", "run", "step", "session", "caller_key", "reason", "metadata::json", "callback_url"],
    ...["received_at", "erased_at"],
  ],
  decisions: [
    ...["intent_id", "verdict", "decided_by", "operator_id", "rule", "inputs::json", "args_digest", "submission_id"],
    ...["reason", "created_at"],
  ],
  attempts: [
    ...["intent_id", "fence", "worker", "args_digest", "started_at", "lease_until", "ended_at", "outcome"],
    ...["failure::json", "exchange::json"],
  ],
};

const compareSql = (kind: string, columns: readonly string[]) => `
  with before as materialized (select * from former_${kind} where intent_id = any($1)),
  now as materialized (select * from ${kind} where intent_id = any($1))
  select '${kind}' as what, coalesce(b.id, n.id) as id, c.differing
  from before b full join now n on n.id = b.id cross join lateral (select case
    when n.id is null then array['missing'] when b.id is null then array['new']
    else ${differingSql(columns, "b", "n")} end as differing) as c
  where c.differing <> '{}' limit ${NAMED_MAX}`;

/** A submission that is kept with no intent would have been passed by. */
const strayedSql = (kind: string) => `
  select '${kind}' as what, f.id, array['of no intent'] as differing from former_${kind} f
  where not exists (select from intents i where i.id = f.intent_id) limit ${NAMED_MAX}`;

/** An intent has some rows of each kind. */
const ROWS_OF_AN_INTENT = 4;

export const compareIntents: Step = async (client, through, rowsMax) => {
  const intentsMax = Math.ceil(rowsMax / ROWS_OF_AN_INTENT);
  const { rows } = await client.query<{ id: string }>("select id from intents where id > $1 order by id limit $2", [
    through,
    intentsMax,
  ]);
  const ids = rows.map(({ id }) => id);
  for (const [kind, columns] of Object.entries(KINDS)) {
    refuseDifferences((await client.query<Difference>(compareSql(kind, columns), [ids])).rows);
  }
  const isLast = ids.length < intentsMax;
  if (isLast) await requireSameIntents(client);
  return { through: ids.at(-1) ?? through, count: ids.length, isLast };
};

async function requireSameIntents(client: pg.ClientBase): Promise<void> {
  // Whole tables: to look row by row would take longer than to read them.
  await client.query("set local enable_seqscan = on; set local enable_hashjoin = on");
  for (const kind of Object.keys(KINDS)) refuseDifferences((await client.query<Difference>(strayedSql(kind))).rows);
  const { rows } = await client.query<{ isSame: boolean }>(
    `select digest = intents_digest() as "isSame" from moves where digest is not null`,
  );
  if (rows[0]?.isSame !== true) refuseDifferences([{ what: "intents", id: "as a whole", differing: ["digest"] }]);
}
