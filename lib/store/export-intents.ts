/** A page of a list as a file has it: few columns, each of a bounded size, so that a page is never large. */

import { PLANNED_ANEW, type Tx } from "./database";
import { hexSql } from "./digests";
import type { Bind } from "./intent-conditions";
import { type IntentListFilter, orderOf, pageOf } from "./intent-pages";
import { IS_NOT_PAUSED } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type ExportedIntent = {
  id: string;
  state: string;
  tool: string;
  contractVersion: number;
  namespace: string;
  agentId: string;
  agentName: string;
  run: string | null;
  step: string | null;
  session: string | null;
  target: string | null;
  amount: string | null;
  currency: string | null;
  submissionCount: number;
  generation: number;
  effectId: string | null;
  failureCode: string | null;
  lastDecision: string | null;
  lastDecidedBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
  argsDigest: string;
};

/** Longer texts are no names of anything; whoever needs one reads the intent. */
const TEXT_MAX = 8_000;
export const TOO_LONG = `(longer than ${TEXT_MAX} characters)`;

const bounded = (text: string) => `case when length(${text}) > ${TEXT_MAX} then '${TOO_LONG}' else ${text} end`;

const COLUMNS = `
  i.id, case when i.state = 'cleared' and not (${IS_NOT_PAUSED}) then 'held' else i.state end as state,
  i.tool, i.contract_version as "contractVersion", i.namespace, i.agent_id as "agentId", a.name as "agentName",
  i.run, i.step, i.session, ${bounded("i.identity::text")} as target, m.amount::text as amount, m.currency,
  i.submission_count as "submissionCount", i.generation, ${bounded("i.effect_id")} as "effectId",
  i.failure ->> 'code' as "failureCode", d.verdict as "lastDecision", d.by as "lastDecidedBy",
  i.created_at as "createdAt", i.ended_at as "endedAt", ${hexSql("i.args_digest")} as "argsDigest"`;

const LAST_DECISION = `
  select d.verdict, case d.decided_by when 'operator' then 'operator ' || coalesce(o.name, d.operator_id)
    else d.decided_by || coalesce(' ' || d.rule, '') end as by
  from decisions d left join operators o on o.id = d.operator_id
  where d.intent_id = i.id order by d.id desc limit 1`;

/** In the order of the list. */
export async function listForExport(client: Reader, filter: IntentListFilter): Promise<ExportedIntent[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const page = await pageOf(client, filter, bind);
  if (page === null) return [];
  return client.$queryRawUnsafe<ExportedIntent[]>(
    `${PLANNED_ANEW} select ${COLUMNS}
     from (${page.sql}) as p join intents i on i.id = p.id join agents a on a.id = i.agent_id
       left join intent_amounts m on m.intent_id = i.id left join lateral (${LAST_DECISION}) as d on true
     order by ${orderOf(page)}`,
    ...values,
  );
}
