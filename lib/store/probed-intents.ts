/** Intents that a reconciliation by probe asks about. */
import type { JsonObject } from "@/lib/domain/json";
import { hexSql } from "./digests";
import type { RawTx } from "./raw-transaction";

export type ProbedIntent = {
  id: string;
  tool: string;
  contractVersion: number;
  key: string;
  args: JsonObject;
  argsDigest: string;
};
export type ProbedWanted = {
  tool: string;
  after: string;
  before: string;
  from: Date;
  to: Date;
  limits: { looked: number; asked: number };
};

/** `lastId`: how far it looked, or as far as the last one that is to be asked about; null: there is no more. */
export async function selectProbed(
  client: Pick<RawTx, "$queryRawUnsafe">,
  { tool, after, before, from, to, limits }: ProbedWanted,
): Promise<{ intents: ProbedIntent[]; lastId: string | null; lookedCount: number }> {
  const looked = await client.$queryRawUnsafe<{ id: string; isAsked: boolean }[]>(
    `select id, effect <> 'read' and fence > 0 and (
         (state in ('succeeded', 'partial', 'failed') and coalesce(first_started_at, ended_at) >= $4::timestamptz and ended_at <= $5::timestamptz)
         or (state = 'in_doubt' and first_started_at >= $4::timestamptz and doubt_since <= $5::timestamptz)) is true as "isAsked"
     from intents i join (
       select id from history where tool = $1 and id > $2 and id < $3 order by id limit $6) as h using (id)
     order by id`,
    tool,
    after,
    before,
    from,
    to,
    limits.looked,
  );
  const wanted: string[] = [];
  let lookedCount = 0;
  for (const { id, isAsked } of looked) {
    if (isAsked && wanted.length === limits.asked) break;
    if (isAsked) wanted.push(id);
    lookedCount += 1;
  }
  const intents = await client.$queryRawUnsafe<ProbedIntent[]>(
    `select id, tool, contract_version as "contractVersion", ${hexSql("key")} as key, args, ${hexSql("args_digest")} as "argsDigest" from intents where id = any($1) order by id`,
    wanted,
  );
  return { intents, lastId: looked[lookedCount - 1]?.id ?? null, lookedCount };
}
