/**
 * Finding what is due: by `due` alone, each intent then looked up by its id and asked once more, for its own columns are
 * the truth. Of what another transaction is just changing one of the two may be newer.
 */
import type { RawTx } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** `i` for each that is due, the longest due first. */
export const intentsDue = (what: "lease" | "hold", until: string) => `
  (select intent_id, at from due where what = '${what}' and at <= ${until} order by at) as d
  cross join lateral (select * from intents where id = d.intent_id offset 0) as i`;

/** Attempts whose lease ran out and that no worker settled: their workers are dead, frozen or cut off. */
export async function lostLeases(client: Reader, limit: number): Promise<{ id: string; intentId: string }[]> {
  return client.$queryRawUnsafe(
    `select i.attempt_id as id, i.id as "intentId" from ${intentsDue("lease", "statement_timestamp()")}
     where i.state = 'executing' and i.lease_until <= statement_timestamp() order by d.at limit $1`,
    limit,
  );
}
