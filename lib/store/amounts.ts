/** The amounts by which people know intents, in major units. */
import type { Tx } from "./database";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type StoredAmount = { value: string; currency: string };

export async function amountsOf(client: Reader, intentIds: string[]): Promise<Map<string, StoredAmount>> {
  if (intentIds.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<(StoredAmount & { id: string })[]>(
    "select intent_id as id, amount::text as value, currency from intent_amounts where intent_id = any($1)",
    intentIds,
  );
  return new Map(rows.map(({ id, value, currency }) => [id, { value, currency }]));
}
