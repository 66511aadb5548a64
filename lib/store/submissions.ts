import type { JsonObject } from "@/lib/domain/json";
import { SUBMISSIONS, selectList } from "./columns";
import type { Tx } from "./database";

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
  run: string | null;
  step: string | null;
  session: string | null;
  reason: string | null;
  receivedAt: Date;
};

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** Every fingerprint an intent was ever asked for with: what tells a new drift from an alternating retry. */
export async function fingerprintsOf(client: Reader, intentIds: string[]): Promise<Map<string, Set<string>>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<{ intentId: string; fingerprints: string[] }[]>(
    `select intent_id as "intentId", array_agg(distinct fingerprint) as fingerprints
     from submissions where intent_id = any($1) group by intent_id`,
    intentIds,
  );
  return new Map(rows.map((row) => [row.intentId, new Set(row.fingerprints)]));
}

export async function listSubmissions(
  client: Reader,
  intentId: string,
  after: string,
  limit: number,
): Promise<SubmissionRow[]> {
  return client.$queryRawUnsafe<SubmissionRow[]>(
    `select ${selectList(SUBMISSIONS)} from submissions where intent_id = $1 and id > $2 order by id limit $3`,
    intentId,
    after,
    limit,
  );
}
