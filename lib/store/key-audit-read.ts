/** What a key audit reads: intents in pages by id, and for each page everything else in one statement a table. */
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { StateKind } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { type Database, PLANNED_ANEW } from "./database";

type Reader = Pick<Database, "query">;

export type AuditedIntent = {
  id: string;
  namespace: string;
  tool: string;
  state: StateKind;
  agentId: string;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  createdAt: Date;
  submissionCount: number;
};

const INTENT = `i.id, i.namespace, i.tool, i.state, i.agent_id as "agentId", i.run, i.step, i.session,
  i.caller_key as "callerKey", i.created_at as "createdAt", i.submission_count as "submissionCount"`;

export async function readIntentPage(db: Reader, range: { after: string; before: string }, limit: number) {
  return db.query<AuditedIntent>(
    `select ${INTENT} from intents i where i.id > $1 and i.id < $2 order by i.id limit $3`,
    range.after,
    range.before,
    limit,
  );
}

export async function countIntents(db: Reader, range: { after: string; before: string }): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `${PLANNED_ANEW} select count(*)::integer as count from intents where id > $1 and id < $2`,
    range.after,
    range.before,
  );
  return row?.count ?? 0;
}

export async function readIntentsById(db: Reader, ids: string[]): Promise<Map<string, AuditedIntent>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<AuditedIntent>(`select ${INTENT} from intents i where i.id = any($1)`, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

export type AuditedSubmission = {
  intentId: string;
  id: string;
  agentId: string | null;
  contractVersion: number;
  refusal: string | null;
  /** Empty where there is nothing to compare them with: nobody else asked for the same. */
  args: JsonObject;
  /** Names what was sent, to tell equal bytes. */
  bytes: string;
  isErased: boolean;
  resembles: Resembled[];
  run: string | null;
  step: string | null;
  callerKey: string | null;
  receivedAt: Date;
};

/** Of an intent that was asked for endlessly the first so many. */
export async function readSubmissionsOf(
  db: Reader,
  intents: readonly Pick<AuditedIntent, "id" | "submissionCount">[],
  eachMax: number,
): Promise<AuditedSubmission[]> {
  return db.query<AuditedSubmission>(
    `select s.intent_id as "intentId", s.id, s.agent_id as "agentId", s.contract_version as "contractVersion",
            s.refusal, case when w.several then s.args else '{}' end as args,
            case when w.several then md5(s.args::text) else '' end as bytes, s.erased_at is not null as "isErased", s.resembles,
            s.run, s.step, s.caller_key as "callerKey", s.received_at as "receivedAt"
     from unnest($1::text[], $2::boolean[]) as w(id, several)
     cross join lateral (select * from submissions s where s.intent_id = w.id order by s.event_id limit $3) as s
     order by s.intent_id, s.received_at, s.id`,
    intents.map(({ id }) => id),
    intents.map(({ submissionCount }) => submissionCount > 1),
    eachMax,
  );
}

export type AuditedFinding = {
  id: string;
  kind: string;
  tool: string;
  namespace: string;
  intentId: string;
  data: Record<string, unknown>;
  effectId: string | null;
};

/** Findings that may say that one key had several effects, a page by id. */
export async function readEffectFindings(
  db: Reader,
  kind: string,
  range: { after: string; before: string },
  limit: number,
): Promise<AuditedFinding[]> {
  return db.query<AuditedFinding>(
    `select f.id, f.kind, f.tool, f.namespace, f.intent_id as "intentId", f.data, i.effect_id as "effectId"
     from findings f join intents i on i.id = f.intent_id
     where f.kind = $1 and f.id > $2 and f.id < $3 order by f.id limit $4`,
    kind,
    range.after,
    range.before,
    limit,
  );
}
