/**
 * The record of one tool, for the Key Lab: submissions in pages by id, and what happened to their intents between them.
 * Only reads, a page at a time, so that nobody waits for it and no snapshot is held.
 */

import type { Grant } from "@/lib/domain/grant/grant";
import { sameIdAs } from "@/lib/domain/id";
import type { StateKind } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import type { LifeSegment, RecordedLife } from "@/lib/domain/replay/recorded";
import { type Database, PLANNED_ANEW } from "./database";
import { hexSql } from "./digests";
import { GRANT_COLUMNS } from "./grants";

type Reader = Pick<Database, "query">;

export type RecordWanted = {
  tool: string;
  namespace: string | null;
  /** Ids of submissions: after the first, before the second. */
  after: string;
  before: string;
};

export type RecordedRow = {
  id: string;
  intentId: string;
  agentId: string | null;
  disposition: string;
  refusal: string | null;
  contractVersion: number;
  args: JsonObject;
  argsDigest: string;
  edited: boolean;
  isErased: boolean;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  receivedAt: Date;
  occurrence: number;
  family: string | null;
  predecessorId: string | null;
  isTransient: boolean;
  verdict: string | null;
  decidedBy: string | null;
  rule: string | null;
  reasons: string[] | null;
};

const WHERE = `i.tool = $1 and s.event_id > $2 and s.event_id < $3 and ($4::text is null or s.namespace = $4)`;

const BY_GATE = "decided_by in ('policy', 'grant')";

const PAGE_SQL = `${PLANNED_ANEW}
  select s.id, s.intent_id as "intentId", s.agent_id as "agentId", s.disposition, s.refusal,
         s.contract_version as "contractVersion", s.args, s.args_digest as "argsDigest", s.edited,
         s.erased_at is not null as "isErased", s.run, s.step, s.session, s.caller_key as "callerKey",
         s.received_at as "receivedAt", i.occurrence, ${hexSql("i.family")} as family, i.predecessor_id as "predecessorId",
         coalesce(i.transient, false) as "isTransient", d.verdict, d.decided_by as "decidedBy", d.rule,
         d.inputs -> 'reasons' as reasons
  from submissions s
  join intents i on i.id = s.intent_id
  left join lateral (
    (select * from decisions where event_id = s.event_id and ${BY_GATE})
    union all
    -- Recorded before there was a journal: in a row of its own.
    (select * from decisions where s.is_former and intent_id = s.intent_id and submission_id = s.id and ${BY_GATE})
    limit 1) as d on true
  where ${WHERE} order by s.event_id limit $5`;

function valuesOf({ tool, after, before, namespace }: RecordWanted) {
  return [tool, sameIdAs("evt", after), sameIdAs("evt", before), namespace];
}

export async function readRecordPage(db: Reader, wanted: RecordWanted, limit: number): Promise<RecordedRow[]> {
  return db.query<RecordedRow>(PAGE_SQL, ...valuesOf(wanted), limit);
}

/** Never more than `max`. */
export async function countRecord(db: Reader, wanted: RecordWanted, max: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `${PLANNED_ANEW} select count(*)::integer as count from (
       select 1 from submissions s join intents i on i.id = s.intent_id where ${WHERE} limit $5) as counted`,
    ...valuesOf(wanted),
    max,
  );
  return row?.count ?? 0;
}

/** The id that has `count` of the tool's submissions between itself and `before`; null: there are not so many. */
export async function findEarlierId(db: Reader, wanted: RecordWanted, count: number): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `${PLANNED_ANEW} select s.id from submissions s join intents i on i.id = s.intent_id
     where ${WHERE} order by s.event_id desc offset $5 limit 1`,
    ...valuesOf(wanted),
    count,
  );
  return row?.id ?? null;
}

type LifeRow = {
  intentId: string;
  at: Date;
  type: string;
  to: string;
  argsDigest: string | null;
  outcome: string | null;
};

/** Everything that moves an intent but its submissions, which the gate itself folds again. */
const LIFE_TYPES = [
  ...["opened", "reopened", "approve", "deny", "expire", "withdraw", "undo", "rehold"],
  ...["claim", "settle", "lose_lease", "probe", "resolve"],
].map((type) => `intent.${type}`);
const OPENINGS = new Set(["intent.opened", "intent.reopened"]);

export async function readLives(
  db: Reader,
  wanted: readonly { intentId: string; isTransient: boolean }[],
): Promise<Map<string, RecordedLife>> {
  const lives = new Map(
    wanted.map(({ intentId, isTransient }): [string, RecordedLife] => [intentId, { segments: [], isTransient }]),
  );
  if (lives.size === 0) return lives;
  const rows = await db.query<LifeRow>(
    `select e.intent_id as "intentId", e.at, e.type, e.data->>'to' as "to", e.data->>'argsDigest' as "argsDigest",
            e.data->>'outcome' as outcome
     from audit_events e
     where e.intent_id = any($1) and e.type = any($2) and e.data->>'to' is not null
     order by e.intent_id, e.at, e.id`,
    [...lives.keys()],
    LIFE_TYPES,
  );
  for (const row of rows) addTo(lives.get(row.intentId)?.segments ?? [], row);
  return lives;
}

function addTo(segments: LifeSegment[], { at, type, to, argsDigest, outcome }: LifeRow): void {
  const moment = { at: at.getTime(), to: to as StateKind };
  if (OPENINGS.has(type)) segments.push({ ...moment, events: [] });
  else segments.at(-1)?.events.push({ ...moment, type: type.slice("intent.".length), argsDigest, outcome });
}

/** Grants as they are pinned, whatever became of them since. */
export async function readGrants(db: Reader, ids: string[]): Promise<Grant[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Omit<Grant, "expiresAt"> & { expiresAt: Date }>(
    `select ${GRANT_COLUMNS} from grants g where g.id = any($1)`,
    ids,
  );
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.getTime() }));
}

export type ExampleArgs = Pick<RecordedRow, "id" | "args" | "isErased" | "run" | "step" | "session" | "callerKey">;

export async function readExampleArgs(db: Reader, ids: string[]): Promise<Map<string, ExampleArgs>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ExampleArgs>(
    `select id, args, erased_at is not null as "isErased", run, step, session, caller_key as "callerKey"
     from submissions where event_id = any($1)`,
    ids.map((id) => sameIdAs("evt", id)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Everybody who ever asked: policies judge agents as they are now. */
export async function readAskers(db: Reader, ids: string[]) {
  return db.query<{ id: string; name: string; namespace: string; labels: Record<string, string> }>(
    "select id, name, namespace, labels from agents where id = any($1)",
    ids,
  );
}
