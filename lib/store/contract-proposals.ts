/** What waits to be published. One is open at a time for a tool; whoever changes one holds the tool's lock. */
import { insertRows, selectList } from "./columns";
import type { RawTx, Writer } from "./raw-transaction";

/** One who stands behind it: the first proposed, the others confirmed. */
export type ProposalPerson = { operatorId: string; at: number };
export type ProposalEnd = "published" | "withdrawn" | "replaced" | "expired" | "void";

export type ProposalRow = {
  id: string;
  tool: string;
  baseVersion: number;
  source: string;
  format: "yaml" | "json";
  digest: string;
  warnings: string[];
  people: ProposalPerson[];
  role: "approver" | "admin";
  peopleNeeded: number;
  createdAt: Date;
  expiresAt: Date;
};

/** `closedAs` and what follows are null while it is not closed; it may be over all the same (`expiresAt`). */
export type KnownProposal = ProposalRow & {
  closedAt: Date | null;
  closedAs: ProposalEnd | null;
  closedBy: string | null;
  version: number | null;
  names: Record<string, string>;
};
/** Without its text, which can be large. */
export type ListedProposal = Omit<KnownProposal, "source">;

const LISTED = {
  id: ["id", "text"],
  tool: ["tool", "text"],
  baseVersion: ["base_version", "integer"],
  format: ["format", "text"],
  digest: ["digest", "text"],
  warnings: ["warnings", "json"],
  people: ["people", "json"],
  role: ["role", "text"],
  peopleNeeded: ["people_needed", "integer"],
  createdAt: ["created_at", "timestamptz(3)"],
  expiresAt: ["expires_at", "timestamptz(3)"],
} as const;
const PROPOSALS = { ...LISTED, source: ["source", "text"] } as const;

const ENDED = `p.closed_at as "closedAt", p.closed_as as "closedAs", p.closed_by as "closedBy", p.version,
  (select coalesce(json_object_agg(o.id, o.name), '{}') from operators o
   where o.id = p.closed_by or o.id in (select one ->> 'operatorId' from json_array_elements(p.people) as one)) as names`;

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** Not yet closed, whether it is over or not. */
export async function findOpenProposal(client: Reader, tool: string): Promise<ProposalRow | null> {
  const rows = await client.$queryRawUnsafe<ProposalRow[]>(
    `select ${selectList(PROPOSALS)} from contract_proposals where tool = $1 and closed_at is null`,
    tool,
  );
  return rows[0] ?? null;
}

/** The one that people can still confirm. */
export async function findLiveProposal(client: Reader, tool: string): Promise<ListedProposal | null> {
  const rows = await client.$queryRawUnsafe<ListedProposal[]>(
    `select ${selectList(LISTED, "p")}, ${ENDED}
     from contract_proposals p join contracts c on c.tool = p.tool and c.active_version = p.base_version
     where p.tool = $1 and p.closed_at is null and p.expires_at > clock_timestamp()`,
    tool,
  );
  return rows[0] ?? null;
}

export async function findProposal(client: Reader, tool: string, id: string): Promise<KnownProposal | null> {
  const rows = await client.$queryRawUnsafe<KnownProposal[]>(
    `select ${selectList(PROPOSALS, "p")}, ${ENDED} from contract_proposals p where p.tool = $1 and p.id = $2`,
    tool,
    id,
  );
  return rows[0] ?? null;
}

/** Newest first. */
export async function listProposals(
  client: Reader,
  tool: string,
  page: { before?: string | undefined; limit: number },
): Promise<ListedProposal[]> {
  return client.$queryRawUnsafe<ListedProposal[]>(
    `select ${selectList(LISTED, "p")}, ${ENDED} from contract_proposals p
     where p.tool = $1 and ($2::text is null or p.id < $2) order by p.id desc limit $3`,
    tool,
    page.before ?? null,
    page.limit,
  );
}

export async function insertProposal(tx: Writer, proposal: ProposalRow): Promise<void> {
  await insertRows(tx, "contract_proposals", PROPOSALS, [proposal]);
}

export async function updatePeople(tx: Writer, { id, people }: Pick<ProposalRow, "id" | "people">): Promise<void> {
  await tx.$executeRawUnsafe(
    "update contract_proposals set people = $2::json where id = $1 and closed_at is null",
    id,
    JSON.stringify(people),
  );
}

export type ClosedProposal = { id: string; as: ProposalEnd; by: string | null; at: Date; version?: number };

export async function closeProposal(tx: Writer, { id, as, by, at, version }: ClosedProposal): Promise<void> {
  await tx.$executeRawUnsafe(
    `update contract_proposals set closed_at = $2, closed_as = $3, closed_by = $4, version = $5
     where id = $1 and closed_at is null`,
    id,
    at,
    as,
    by,
    version ?? null,
  );
}
