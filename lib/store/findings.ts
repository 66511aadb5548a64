/** Divergences that somebody should look at. Raised in the transaction that found them. */
import type { Tx } from "./database";
import type { Columns } from "./row-arrays";
import { insertion, type Write } from "./write-together";

export type FindingRow = {
  id: string;
  kind: string;
  state: "open" | "acknowledged" | "resolved";
  namespace: string;
  tool: string;
  intentId: string | null;
  submissionId: string | null;
  data: Record<string, unknown>;
  note: string | null;
  createdAt: Date;
};

export const FINDINGS = {
  id: ["id", "text"],
  kind: ["kind", "text"],
  namespace: ["namespace", "text"],
  tool: ["tool", "text"],
  intentId: ["intent_id", "text"],
  submissionId: ["submission_id", "text"],
  data: ["data", "json"],
  createdAt: ["created_at", "timestamptz(3)"],
} satisfies Columns;

export type NewFinding = Omit<FindingRow, "state" | "note">;

export function findingsWrite(findings: NewFinding[]): Write | null {
  return insertion("findings", FINDINGS, findings);
}

export type FindingFilter = {
  state?: string | undefined;
  kind?: string | undefined;
  tool?: string | undefined;
  intent?: string | undefined;
  before?: string | undefined;
  limit: number;
};

/** Newest first. */
export async function listFindings(client: Pick<Tx, "$queryRawUnsafe">, filter: FindingFilter): Promise<FindingRow[]> {
  const { state, kind, tool, intent, before, limit } = filter;
  return client.$queryRawUnsafe<FindingRow[]>(
    `select id, kind, state, namespace, tool, intent_id as "intentId", submission_id as "submissionId", data, note,
            created_at as "createdAt"
     from findings
     where ($1::text is null or state = $1) and ($2::text is null or kind = $2) and ($3::text is null or tool = $3)
       and ($4::text is null or intent_id = $4) and ($5::text is null or id < $5)
     order by id desc limit $6`,
    state ?? null,
    kind ?? null,
    tool ?? null,
    intent ?? null,
    before ?? null,
    limit,
  );
}
