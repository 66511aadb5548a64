/** Operators for people: with how many of their tokens work, in one statement a page. */
import type { Tx } from "./database";
import type { OperatorRow } from "./operators";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type ListedOperator = OperatorRow & { liveTokenCount: number };

/** Newest first. */
export async function listOperators(
  client: Reader,
  before: string | undefined,
  limit: number,
): Promise<ListedOperator[]> {
  const which = "where ($1::text is null or id < $1) order by id desc limit $2";
  return selectOperators(client, which, [before ?? null, limit]);
}

export async function findListedOperator(client: Reader, id: string): Promise<ListedOperator | null> {
  const [operator] = await selectOperators(client, "where id = $1", [id]);
  return operator ?? null;
}

async function selectOperators(client: Reader, which: string, values: unknown[]): Promise<ListedOperator[]> {
  return client.$queryRawUnsafe<ListedOperator[]>(
    `select o.id, o.email, o.name, o.role, o.password_hash is not null as "hasPassword", o.created_at as "createdAt",
            o.disabled_at as "disabledAt", t."liveTokenCount"
     from (select * from operators ${which}) o
     cross join lateral (
       select count(*)::integer as "liveTokenCount" from operator_tokens
       where operator_id = o.id and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())) t
     order by o.id desc`,
    ...values,
  );
}
