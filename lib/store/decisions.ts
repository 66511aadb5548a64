/** Decisions as people read them: who or what, on which args, when. */
import type { HoldReason } from "@/lib/domain/intent";
import type { Tx } from "./database";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type DecisionRow = {
  id: string;
  verdict: string;
  decidedBy: "operator" | "policy" | "grant";
  operatorId: string | null;
  operatorName: string | null;
  /** Of a policy its rule, of a grant its id. */
  rule: string | null;
  /** `reasons`: of a hold. */
  inputs: { chosen?: true; edited?: true; reasons?: HoldReason[] };
  argsDigest: string;
  submissionId: string;
  reason: string | null;
  createdAt: Date;
};

const SELECT = `
  select d.id, d.verdict, d.decided_by as "decidedBy", d.operator_id as "operatorId", o.name as "operatorName", d.rule,
    d.inputs, d.args_digest as "argsDigest", d.submission_id as "submissionId", d.reason, d.created_at as "createdAt"
  from decisions d left join operators o on o.id = d.operator_id`;

/** Oldest first. */
export async function listDecisions(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
): Promise<DecisionRow[]> {
  const sql = `${SELECT} where d.intent_id = $1 and d.id > $2 order by d.id limit $3`;
  return client.$queryRawUnsafe<DecisionRow[]>(sql, intentId, after, limit);
}

/** The last word of a person. */
export async function findLastPersonsDecision(client: Reader, intentId: string): Promise<DecisionRow | null> {
  const sql = `${SELECT} where d.intent_id = $1 and d.decided_by = 'operator' order by d.id desc limit 1`;
  return (await client.$queryRawUnsafe<DecisionRow[]>(sql, intentId))[0] ?? null;
}

export type LastDecision = Pick<DecisionRow, "verdict" | "decidedBy" | "operatorId" | "operatorName" | "rule">;

/** Of each intent the last one, whoever made it. */
export async function lastDecisionsOf(client: Reader, intentIds: string[]): Promise<Map<string, LastDecision>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<(LastDecision & { intentId: string })[]>(
    `select i.id as "intentId", d.verdict, d.decided_by as "decidedBy", d.operator_id as "operatorId",
       o.name as "operatorName", d.rule
     from unnest($1::text[]) as i(id) cross join lateral
       (select * from decisions where intent_id = i.id order by id desc limit 1) as d
     left join operators o on o.id = d.operator_id`,
    intentIds,
  );
  return new Map(rows.map(({ intentId, ...decision }) => [intentId, decision]));
}
