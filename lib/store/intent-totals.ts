/** What a stretch of a list amounts to: how many intents by state, and the sums of their amounts by currency. */
import { type Database, PLANNED_ANEW, type Tx } from "./database";
import { isOutOfTime } from "./errors";
import { giveTime } from "./give-time";
import type { Bind } from "./intent-conditions";
import { type IntentListFilter, type IntentPage, pageOf } from "./intent-pages";
import { IS_NOT_PAUSED } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** `currency` and `sum` are null for those without an amount. */
export type TotalsRow = { state: string; currency: string | null; count: number; sum: string | null };

/** `last`: where the stretch ends; null: there was nothing in it. */
export type Stretch = { rows: TotalsRow[]; last: { id: string; amount: string | null } | null };

/** As answers show it: what is cleared and paused is held. */
const SHOWN_STATE = `case when i.state = 'cleared' and not (${IS_NOT_PAUSED}) then 'held' else i.state end`;

type Row = TotalsRow & { lastId: string; lastAmount: string | null };

/** Of the next `limit` intents of the list. */
export async function addUpStretch(client: Reader, filter: IntentListFilter): Promise<Stretch> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const page = await pageOf(client, filter, bind);
  if (page === null) return { rows: [], last: null };
  const found = await client.$queryRawUnsafe<Row[]>(`${PLANNED_ANEW} ${statementOn(page)}`, ...values);
  const [first] = found;
  const rows = found.map(({ state, currency, count, sum }) => ({ state, currency, count, sum }));
  return { rows, last: first === undefined ? null : { id: first.lastId, amount: first.lastAmount } };
}

/** Looked up one by one (`offset 0`): a join would read the whole table, and for every stretch again. */
function statementOn({ sql, isByAmount }: IntentPage): string {
  const lastId = isByAmount ? "select id from p order by amount, id limit 1" : "select min(id) from p";
  const lastAmount = isByAmount ? "(select min(amount)::text from p)" : "null::text";
  return `with p as materialized (${sql})
    select s.state, m.currency, count(*)::integer as count, sum(m.amount)::text as sum,
      (${lastId}) as "lastId", ${lastAmount} as "lastAmount"
    from p cross join lateral (select ${SHOWN_STATE} as state from intents i where i.id = p.id offset 0) as s
      left join lateral (select currency, amount from intent_amounts where intent_id = p.id offset 0) as m on true
    group by 1, 2`;
}

/** The same in so much time and no more; null: that was not enough. */
export async function addUpInTime(db: Database, filter: IntentListFilter, timeMs: number): Promise<Stretch | null> {
  try {
    return await db.transaction(async (tx) => {
      await giveTime(tx, timeMs);
      return addUpStretch(tx, filter);
    });
  } catch (error) {
    if (isOutOfTime(error)) return null;
    throw error;
  }
}
