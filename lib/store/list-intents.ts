/** Lists of intents as people read them: first the page's ids (`intent-pages`), then their rows. */
import { PLANNED_ANEW, type Tx } from "./database";
import { type NamedIntentRow, namedIntents, SELECT_NAMED } from "./history";
import type { Bind } from "./intent-conditions";
import { type IntentListFilter, orderOf, pageOf } from "./intent-pages";

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** `amount` where the list is in the order of amounts. */
export type ListedIntent = NamedIntentRow & { amount?: string };

/** One row more than asked for tells the caller that there is another page. */
export async function listIntents(client: Reader, filter: IntentListFilter): Promise<ListedIntent[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const page = await pageOf(client, filter, bind);
  if (page === null) return [];
  const more = page.isByAmount ? `, p.amount::text as "amount"` : "";
  const rows = SELECT_NAMED(more, `(${page.sql}) as p join intents i on i.id = p.id`);
  return namedIntents(client, `${PLANNED_ANEW} ${rows} order by ${orderOf(page)}`, values);
}
