/**
 * Which intents a list shows, and in which order: newest first, or by amount, the largest first. Keyset pages: a page
 * reads about as many rows as it shows, whatever there is. Ids come from what is projected (decision 046); everything
 * that is shown of them comes from the intents.
 *
 * Where something beside the intent's own row is asked for, that table leads: `intent_amounts`, else what `q` may mean
 * (ids, effect ids, runs, identity values), else `identity_values`, else the journal (of operators), else, for what may run
 * or runs, `due`: in the order of one of its indexes. What else is asked for narrows it down; which index that goes by is left to the planner, which
 * knows how rare each value is. So statements with a page in them are planned for their values, each time
 * (`PLANNED_ANEW`).
 */
import { compareDecimals } from "@/lib/domain/limits/decimal";
import type { Tx } from "./database";
import {
  type AskedTable,
  type Bind,
  boundsOn,
  conditionsOn,
  dueFor,
  hasEffect,
  type IdBounds,
  type IntentConditions,
  tableFor,
} from "./intent-conditions";
import { toBytea } from "./projection/rows";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type IntentListFilter = IntentConditions &
  IdBounds & {
    operator?: string | undefined;
    /** Any of these (`candidateDigests`). */
    identity?: Buffer[] | undefined;
    /** An id, an effect id, a run, or any of these values of an identity field. */
    q?: { text: string; identity: Buffer[] } | undefined;
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

/** `sql` selects `id`, and `amount` where the list is in that order, for as many as `limit` says. */
export type IntentPage = { sql: string; isByAmount: boolean };

/** Null: nothing can be found. */
export async function pageOf(client: Reader, filter: IntentListFilter, bind: Bind): Promise<IntentPage | null> {
  if (filter.identity?.length === 0) return null;
  const conditions = await conditionsOn(client, filter, bind);
  const isByAmount = filter.money !== undefined;
  return { sql: statementFor(filter, conditions, bind), isByAmount };
}

/** False: the list is the truth, whatever is projected. */
export function isProjected(filter: Omit<IntentListFilter, "limit">): boolean {
  const { identity, q, money } = filter;
  return identity !== undefined || q !== undefined || money !== undefined || tableFor(filter) === "history";
}

/** The order of a page `p`, by the ids of `i`. */
export function orderOf({ isByAmount }: IntentPage): string {
  return isByAmount ? "p.amount desc, i.id desc" : "i.id desc";
}

function statementFor(filter: IntentListFilter, conditions: string[], bind: Bind): string {
  const { money, q, identity, operator } = filter;
  const having = (id: string) => (identity === undefined ? [] : [hasValue(id, identity, bind)]);
  const acted = (id: string) => (operator === undefined ? [] : [actedOn(id, operator, bind)]);
  if (money !== undefined) {
    const meant = q === undefined ? [] : [`m.intent_id in (${everyMeaning(filter, q, bind)})`];
    const asked = [...conditions, ...meant, ...having("m.intent_id"), ...acted("m.intent_id")];
    return pageByAmount({ ...filter, money }, asked, bind);
  }
  if (q !== undefined) {
    const asked = (id: string) => [...having(id), ...acted(id)];
    return pageByMeaning({ ...filter, q }, conditions, asked, bind);
  }
  if (identity !== undefined) {
    return pageByIdentity({ ...filter, identity }, [...conditions, ...acted("v.intent_id")], bind);
  }
  if (operator !== undefined) return pageByOperator({ ...filter, operator }, conditions, bind);
  const due = dueFor(filter);
  if (due !== null) return pageByDue(filter, due, conditions, bind);
  const where = [...conditions, ...boundsOn("i.id", filter, bind)];
  return `select i.id from ${tableFor(filter)} i ${whereAll(where)} order by i.id desc limit ${bind(filter.limit)}`;
}

/** Each is looked up by itself (`offset 0`): there may be a hundred thousand intents that are newer than a backlog. */
function pageByDue(filter: IntentListFilter, what: string, conditions: string[], bind: Bind): string {
  const where = [`d.what = '${what}'`, ...conditions, ...boundsOn("d.intent_id", filter, bind)];
  if (filter.tool !== undefined) where.push(`d.tool = ${bind(filter.tool)}`);
  return `select i.id from due d cross join lateral (select * from intents where id = d.intent_id offset 0) as i
    ${whereAll(where)} order by d.intent_id desc limit ${bind(filter.limit)}`;
}

function pageByAmount(filter: IntentListFilter & { money: MoneyFilter }, conditions: string[], bind: Bind): string {
  const { currency, from } = filter.money;
  const where = [`m.currency = ${bind(currency)}`, ...boundsOn("m.intent_id", filter, bind)];
  if (filter.tool !== undefined) where.push(`m.tool = ${bind(filter.tool)}`);
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

type Meant = NonNullable<IntentListFilter["q"]>;

/** What a text may name whole; `text` is the name of a parameter. */
function namings(filter: IntentListFilter, text: string): { table: AskedTable; named: string[][] } {
  const living = filter.state !== undefined && tableFor(filter) === "intents";
  const table = living ? "intents" : "history";
  return { table, named: [[`i.id = ${text}`], hasEffect(table, text), [`i.run = ${text}`]] };
}

/** A part for each thing that the text may mean. */
function pageByMeaning(
  filter: IntentListFilter & { q: Meant },
  conditions: string[],
  asked: (id: string) => string[],
  bind: Bind,
): string {
  const limit = bind(filter.limit);
  const text = bind(filter.q.text);
  const { table, named: meanings } = namings(filter, text);
  const named = meanings.map((meaning) => {
    const where = [...meaning, ...conditions, ...asked("i.id"), ...boundsOn("i.id", filter, bind)];
    return `(select i.id from ${table} i ${whereAll(where)} order by i.id desc limit ${limit})`;
  });
  const narrowed = [...conditions, ...asked("v.intent_id")];
  const valued = filter.q.identity.map((digest) => partByValue(filter, digest, narrowed, limit, bind));
  return firstOf([...named, ...valued], limit);
}

/** The same without an order, for a list that has another one. */
function everyMeaning(filter: IntentListFilter, { text, identity }: Meant, bind: Bind): string {
  const { table, named: meanings } = namings(filter, bind(text));
  const named = meanings.map((meaning) => `select i.id from ${table} i ${whereAll(meaning)}`);
  const valued = identity.map(
    (digest) => `select v.intent_id from identity_values v where v.digest = ${bind(toBytea(digest))}::bytea`,
  );
  return [...named, ...valued].join(" union all ");
}

function pageByIdentity(filter: IntentListFilter & { identity: Buffer[] }, conditions: string[], bind: Bind): string {
  const limit = bind(filter.limit);
  const parts = filter.identity.map((digest) => partByValue(filter, digest, conditions, limit, bind));
  return firstOf(parts, limit);
}

function partByValue(
  filter: IntentListFilter,
  digest: Buffer,
  conditions: string[],
  limit: string,
  bind: Bind,
): string {
  const where = [`v.digest = ${bind(toBytea(digest))}::bytea`, ...boundsOn("v.intent_id", filter, bind)];
  return `(select v.intent_id as id from identity_values v ${withIntents("v", filter, conditions, where, bind)}
    order by v.intent_id desc limit ${limit})`;
}

/** Each part is in order by itself: nothing has to be sorted that is not shown. */
function firstOf(parts: string[], limit: string): string {
  return `select distinct c.id from (${parts.join(" union all ")}) as c order by c.id desc limit ${limit}`;
}

function pageByOperator(filter: IntentListFilter & { operator: string }, conditions: string[], bind: Bind): string {
  const where = [`e.actor_id = ${bind(filter.operator)}`, BY_OPERATORS, ...boundsOn("e.intent_id", filter, bind)];
  return `select distinct e.intent_id as id from journal e ${withIntents("e", filter, conditions, where, bind)}
    order by e.intent_id desc limit ${bind(filter.limit)}`;
}

/** The row's own actor: what follows in a row is of its actor, or of no person. */
const BY_OPERATORS = "e.actor_kind = 'operator' and e.intent_id is not null";

/** The intent itself is looked at only where something is asked of it. */
function withIntents(
  alias: string,
  filter: IntentListFilter,
  conditions: string[],
  where: string[],
  bind: Bind,
): string {
  if (conditions.length === 0) return whereAll(where);
  const all = [...where, ...conditions, ...boundsOn("i.id", filter, bind)];
  return `join ${tableFor(filter)} i on i.id = ${alias}.intent_id ${whereAll(all)}`;
}

function hasValue(id: string, digests: Buffer[], bind: Bind): string {
  const wanted = digests.map((digest) => `${bind(toBytea(digest))}::bytea`).join(", ");
  return `exists (select from identity_values has where has.digest in (${wanted}) and has.intent_id = ${id})`;
}

function actedOn(id: string, operator: string, bind: Bind): string {
  const where = [`e.actor_id = ${bind(operator)}`, BY_OPERATORS, `e.intent_id = ${id}`];
  return `exists (select from journal e ${whereAll(where)})`;
}

function whereAll(conditions: string[]): string {
  return conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
}
