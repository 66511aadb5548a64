/**
 * What belongs to an intent, beside its id. Nearly all intents that a time is about were opened in it: those are read in
 * one go and joined; the rest is looked up, one by one. `offset 0` keeps a look-up a look-up: left to itself, Postgres
 * would rather read every intent that there ever was.
 */

/** CTEs; `from` and `to` are parameters that bound the ids of what was opened in the time. */
export const OPENED = (from: string, to: string) => `
  opened as materialized (
    select id, tool, agent_id, effect from intents where id >= ${from} and id < ${to}
  ), priced as materialized (
    select intent_id, currency, amount from intent_amounts where intent_id >= ${from} and intent_id < ${to}
  )`;

/** `rows` have an `intent_id`, and are called `r`. */
export const withIntents = (rows: string) => `
  ${rows} as r left join opened o on o.id = r.intent_id left join lateral (
    select tool, agent_id, effect from intents where o.id is null and id = r.intent_id offset 0) as b on true`;

/** Of `withIntents`. */
export const ofIntent = (column: "tool" | "agent_id" | "effect") => `coalesce(o.${column}, b.${column})`;

/** Those that have no amount are left out; `m` has it. */
export const withAmounts = (rows: string, from: string) => `
  ${rows} as r left join priced o on o.intent_id = r.intent_id cross join lateral (
    select o.currency, o.amount where o.intent_id is not null
    union all
    select currency, amount from intent_amounts
    where o.intent_id is null and r.intent_id < ${from} and intent_id = r.intent_id
    offset 0) as m`;
