/**
 * The baseline of intake: what a team writes without Interlock. One transaction: a row with a unique key and JSON, and
 * a row in the outbox. One statement, so one round trip: the most that this baseline can do.
 */
export const OUTBOX_TABLES = `
  create table bench_rows (id text primary key, body json not null);
  create table bench_outbox (
    id bigint generated always as identity primary key, row_id text not null, at timestamptz not null default now())`;

/** `key` and `body` as SQL: parameters or literals. */
export function outboxInsert(key: string, body: string): string {
  return `with kept as (insert into bench_rows (id, body) values (${key}, ${body}) returning id) insert into bench_outbox (row_id) select id from kept`;
}
