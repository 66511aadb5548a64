/** Grants for people: with names and with what was used of them. Keyset pagination on time-sortable ids. */
import type { Grant } from "@/lib/domain/grant/grant";
import type { Tx } from "./database";
import { GRANT_COLUMNS } from "./grants";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type ListedGrant = Omit<Grant, "expiresAt"> & {
  expiresAt: Date;
  title: string | null;
  agentName: string | null;
  /** Its own, or its agent's. */
  homeNamespace: string;
  reason: string | null;
  createdBy: string;
  createdByName: string | null;
  createdAt: Date;
  revokedBy: string | null;
  revokedByName: string | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

export type GrantFilter = {
  tool?: string | undefined;
  agent?: string | undefined;
  active?: boolean | undefined;
  state?: keyof typeof IS_IN | undefined;
  before?: string | undefined;
  limit: number;
};

export type ListedGrantUse = { id: string; intentId: string; amount: string; currency: string; at: Date };

const SELECT_LISTED = `
  select ${GRANT_COLUMNS}, v.definition->>'title' as title, a.name as "agentName",
         coalesce(g.namespace, a.namespace) as "homeNamespace", g.reason, g.created_by as "createdBy", c.name as "createdByName",
         g.created_at as "createdAt", g.revoked_by as "revokedBy", r.name as "revokedByName",
         g.revoked_at as "revokedAt", g.last_used_at as "lastUsedAt"
  from grants g left join agents a on a.id = g.agent_id
  left join contracts o on o.tool = g.tool left join contract_versions v on v.tool = o.tool and v.version = o.active_version
  left join operators c on c.id = g.created_by left join operators r on r.id = g.revoked_by`;

/** Revoked comes before expired, and that before used up; the rest is what the gate and `lockUsableGrants` take. */
const LIVES = "g.revoked_at is null and g.expires_at > clock_timestamp()";
const HAS_USES = "(g.uses_max is null or g.uses_count < g.uses_max)";
const IS_IN = {
  active: `(${LIVES} and ${HAS_USES})`,
  used_up: `(${LIVES} and not ${HAS_USES})`,
  expired: "(g.revoked_at is null and g.expires_at <= clock_timestamp())",
  revoked: "(g.revoked_at is not null)",
};

export async function findListedGrant(client: Reader, id: string): Promise<ListedGrant | null> {
  const [grant] = await selectGrants(client, "where g.id = $1", [id]);
  return grant ?? null;
}

/** Newest first. */
export async function listGrants(client: Reader, filter: GrantFilter): Promise<ListedGrant[]> {
  const values: unknown[] = [];
  const where: string[] = [];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    where.push(`${condition} $${values.length}`);
  };
  add("g.tool =", filter.tool);
  add("g.agent_id =", filter.agent);
  add("g.id <", filter.before);
  add(`${IS_IN.active} =`, filter.active);
  if (filter.state !== undefined) where.push(IS_IN[filter.state]);
  values.push(filter.limit);
  const conditions = where.length > 0 ? `where ${where.join(" and ")}` : "";
  return selectGrants(client, `${conditions} order by g.id desc limit $${values.length}`, values);
}

/** Newest first; a use is named by the decision that it made. */
export async function listGrantUses(
  client: Reader,
  grantId: string,
  page: { before?: string | undefined; limit: number },
): Promise<ListedGrantUse[]> {
  return client.$queryRawUnsafe<ListedGrantUse[]>(
    `select decision_id as "id", intent_id as "intentId", trim_scale(amount)::text as "amount", currency, at
     from grant_uses where grant_id = $1 and ($2::text is null or decision_id < $2) order by decision_id desc limit $3`,
    grantId,
    page.before ?? null,
    page.limit,
  );
}

async function selectGrants(client: Reader, rest: string, values: unknown[]): Promise<ListedGrant[]> {
  return client.$queryRawUnsafe<ListedGrant[]>(`${SELECT_LISTED} ${rest}`, ...values);
}
