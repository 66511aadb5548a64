/**
 * Lists of intents, newest first, or by amount, the largest first. Keyset pages: a page reads about as many rows as it
 * shows, whatever there is.
 *
 * First the page's ids, then their rows. Where something beside the intent's own row is asked for, that table leads:
 * `intent_amounts`, else `identity_values`, else `audit_events` (of operators), in the order of one of its indexes.
 * What else is asked for narrows it down; which index that goes by is left to the planner, which knows how rare each
 * value is. So these statements are planned for their values, each time (`PLANNED_ANEW`).
 */
import { compareDecimals } from "@/lib/domain/limits/decimal";
import { PLANNED_ANEW, type Tx } from "./database";
import { toBytea } from "./found-by";
import { type NamedIntentRow, namedIntents, SELECT_NAMED } from "./history";
import { type Bind, boundsOn, conditionsOn, type IdBounds, type IntentConditions } from "./intent-conditions";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type IntentListFilter = IntentConditions &
  IdBounds & {
    operator?: string | undefined;
    /** Any of these (`candidateDigests`). */
    identity?: Buffer[] | undefined;
    /** The list is in the order of amounts. */
    money?: MoneyFilter | undefined;
    limit: number;
  };

export type MoneyFilter = {
  currency: string;
  from?: string | undefined;
  to?: string | undefined;
  /** The last one of the page before. */
  before?: { amount: string; id: string } | undefined;
};

/** `amount` where the list is in the order of amounts. */
export type ListedIntent = NamedIntentRow & { amount?: string };

/** One row more than asked for tells the caller that there is another page. */
export async function listIntents(client: Reader, filter: IntentListFilter): Promise<ListedIntent[]> {
  if (filter.identity?.length === 0) return [];
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = await conditionsOn(client, filter, bind);
  const sql = statementFor(filter, conditions, bind);
  return namedIntents(client, `${PLANNED_ANEW} ${sql}`, values);
}

function statementFor(filter: IntentListFilter, conditions: string[], bind: Bind): string {
  const { money, identity, operator } = filter;
  if (money !== undefined) {
    const asked = [
      ...conditions,
      ...(identity === undefined ? [] : [hasValue("m.intent_id", identity, bind)]),
      ...(operator === undefined ? [] : [actedOn("m.intent_id", operator, bind)]),
    ];
    return rowsOf(pageByAmount({ ...filter, money }, asked, bind), `, p.amount::text as "amount"`, "p.amount desc,");
  }
  if (identity !== undefined) {
    const acted = operator === undefined ? [] : [actedOn("v.intent_id", operator, bind)];
    return rowsOf(pageByIdentity({ ...filter, identity }, [...conditions, ...acted], bind));
  }
  if (operator !== undefined) return rowsOf(pageByOperator({ ...filter, operator }, conditions, bind));
  const where = [...conditions, ...boundsOn("i.id", filter, bind)];
  return rowsOf(`select i.id from intents i ${whereAll(where)} order by i.id desc limit ${bind(filter.limit)}`);
}

/** The rows of a page `p(id, …)`. */
function rowsOf(page: string, more = "", first = ""): string {
  return `${SELECT_NAMED(more, `(${page}) as p join intents i on i.id = p.id`)} order by ${first} i.id desc`;
}

function pageByAmount(filter: IntentListFilter & { money: MoneyFilter }, conditions: string[], bind: Bind): string {
  const { currency, from } = filter.money;
  const where = [`m.currency = ${bind(currency)}`, ...boundsOn("m.intent_id", filter, bind)];
  if (from !== undefined) where.push(`m.amount >= ${bind(from)}::numeric`);
  where.push(...upperBound(filter.money, bind));
  return `select m.intent_id as id, m.amount from intent_amounts m ${withIntents("m", filter, conditions, where, bind)}
    order by m.amount desc, m.intent_id desc limit ${bind(filter.limit)}`;
}

/** Of two upper bounds Postgres would begin at one and read its way to the other: it is told the lower one alone. */
function upperBound({ to, before }: MoneyFilter, bind: Bind): string[] {
  if (before !== undefined && (to === undefined || compareDecimals(before.amount, to) <= 0))
    return [`(m.amount, m.intent_id) < (${bind(before.amount)}::numeric, ${bind(before.id)})`];
  return to === undefined ? [] : [`m.amount <= ${bind(to)}::numeric`];
}

/** A part for each digest, each in order by itself: nothing has to be sorted that is not shown. */
function pageByIdentity(filter: IntentListFilter & { identity: Buffer[] }, conditions: string[], bind: Bind): string {
  const limit = bind(filter.limit);
  const parts = filter.identity.map((digest) => {
    const where = [`v.digest = ${bind(toBytea(digest))}::bytea`, ...boundsOn("v.intent_id", filter, bind)];
    return `(select v.intent_id as id from identity_values v ${withIntents("v", filter, conditions, where, bind)}
      order by v.intent_id desc limit ${limit})`;
  });
  return `select distinct c.id from (${parts.join(" union all ")}) as c order by c.id desc limit ${limit}`;
}

function pageByOperator(filter: IntentListFilter & { operator: string }, conditions: string[], bind: Bind): string {
  const where = [`e.actor_id = ${bind(filter.operator)}`, BY_OPERATORS, ...boundsOn("e.intent_id", filter, bind)];
  return `select distinct e.intent_id as id from audit_events e ${withIntents("e", filter, conditions, where, bind)}
    order by e.intent_id desc limit ${bind(filter.limit)}`;
}

const BY_OPERATORS = "e.actor_kind = 'operator' and e.intent_id is not null";

/** The intent itself is looked at only where something is asked of it. */
function withIntents(alias: string, filter: IdBounds, conditions: string[], where: string[], bind: Bind): string {
  if (conditions.length === 0) return whereAll(where);
  const all = [...where, ...conditions, ...boundsOn("i.id", filter, bind)];
  return `join intents i on i.id = ${alias}.intent_id ${whereAll(all)}`;
}

function hasValue(id: string, digests: Buffer[], bind: Bind): string {
  const wanted = digests.map((digest) => `${bind(toBytea(digest))}::bytea`).join(", ");
  return `exists (select from identity_values v where v.digest in (${wanted}) and v.intent_id = ${id})`;
}

function actedOn(id: string, operator: string, bind: Bind): string {
  const where = [`e.actor_id = ${bind(operator)}`, BY_OPERATORS, `e.intent_id = ${id}`];
  return `exists (select from audit_events e ${whereAll(where)})`;
}

function whereAll(conditions: string[]): string {
  return conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
}
