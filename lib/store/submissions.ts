import type { Observed } from "@/lib/domain/gate/admit";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Resembled } from "@/lib/domain/gate/resemble";
import { sameIdAs } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";
import { SUBMISSIONS, selectList } from "./columns";
import { hexSql } from "./digests";
import type { RawTx } from "./raw-transaction";

export type SubmissionRow = {
  id: string;
  intentId: string;
  agentId: string | null;
  operatorId: string | null;
  disposition: string;
  refusal: string | null;
  contractVersion: number;
  args: JsonObject;
  executableArgs: JsonObject;
  argsDigest: string;
  fingerprint: string;
  differences: { pointer: string; role: "identity" | "material" | "incidental"; old: unknown; new: unknown }[];
  resembles: Resembled[];
  observed: Observed | null;
  edited: boolean;
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  reason: string | null;
  receivedAt: Date;
  erasedAt: Date | null;
};

type Reader = Pick<RawTx, "$queryRawUnsafe">;

const READ = `${selectList(SUBMISSIONS)}, erased_at as "erasedAt"`;

/** Every fingerprint an intent ever took in: what tells a new drift from an alternating retry. */
export async function fingerprintsOf(client: Reader, intentIds: string[]): Promise<Map<string, Set<string>>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<{ intentId: string; fingerprints: string[] }[]>(
    `select intent_id as "intentId", array_agg(distinct fingerprint) as fingerprints
     from submissions where intent_id = any($1) and refusal is null group by intent_id`,
    intentIds,
  );
  return new Map(rows.map((row) => [row.intentId, new Set(row.fingerprints)]));
}

/** Whose submissions they are, by id; null: an operator's. */
export async function submittersOf(client: Reader, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await client.$queryRawUnsafe<{ id: string; agentId: string | null }[]>(
    `select id, agent_id as "agentId" from submissions where event_id = any($1)`,
    ids.map((id) => sameIdAs("evt", id)),
  );
  return new Map(rows.map(({ id, agentId }) => [id, agentId]));
}

export type DriftRow = { id: string; intentId: string; differences: FieldDifference[] };

/** A row shows a few of them; of an agent that cannot make up its mind only the newest submissions are looked through. */
const DRIFTS_MAX = 3;
const DRIFTS_LOOKED_THROUGH_MAX = 50;

/** What else was asked for under the same key, newest first: one submission for each other set of values. */
export async function driftsOf(client: Reader, intentIds: string[]): Promise<Map<string, DriftRow[]>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<DriftRow[]>(
    `select d.id, i.id as "intentId", d.differences from intents i, lateral (
       select id, differences from (
         select distinct on (newest.fingerprint) newest.* from (
           select s.id, s.fingerprint, s.differences from submissions s
           where s.intent_id = i.id and s.drifted and s.fingerprint <> ${hexSql("i.fingerprint")}
           order by s.event_id desc limit ${DRIFTS_LOOKED_THROUGH_MAX}) as newest
         order by newest.fingerprint, newest.id desc) as one
       order by id desc limit ${DRIFTS_MAX}) as d
     where i.id = any($1) order by d.id desc`,
    intentIds,
  );
  const byIntent = new Map<string, DriftRow[]>();
  for (const row of rows) byIntent.set(row.intentId, [...(byIntent.get(row.intentId) ?? []), row]);
  return byIntent;
}

export async function listSubmissions(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
): Promise<SubmissionRow[]> {
  return client.$queryRawUnsafe<SubmissionRow[]>(
    `select ${READ} from submissions where intent_id = $1 and event_id > $2 order by event_id limit $3`,
    intentId,
    sameIdAs("evt", after),
    limit,
  );
}

export async function findSubmission(client: Reader, intentId: string, id: string): Promise<SubmissionRow | null> {
  const rows = await client.$queryRawUnsafe<SubmissionRow[]>(
    `select ${READ} from submissions where event_id = $1 and intent_id = $2`,
    sameIdAs("evt", id),
    intentId,
  );
  return rows[0] ?? null;
}

/** Whether anybody but this agent asked for it; refused submissions asked, too. */
export async function wasAskedByOthers(client: Reader, intentId: string, agentId: string): Promise<boolean> {
  const rows = await client.$queryRawUnsafe<unknown[]>(
    "select 1 from submissions where intent_id = $1 and agent_id is distinct from $2 limit 1",
    intentId,
    agentId,
  );
  return rows.length > 0;
}
