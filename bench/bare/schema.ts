/**
 * The bare protocol's tables: where an intent stands, what happened to it, and what is due. No checks, no lists, no
 * policy, no seals. It is what a product that keeps "one intent, one effect" has to write at least.
 *
 * No update of an intent touches an indexed column, so that all of them are heap-only. A claim moves the queue's row to
 * the end of the lease and the settle deletes it: what a dead worker held is found again.
 */
export const BARE_TABLES = `
  create table bare_intents (
    id uuid primary key, stem bytea not null unique, args_digest bytea not null, state text not null,
    fence integer not null, lease_until timestamptz, version integer not null) with (fillfactor = 70);
  create table bare_journal (
    intent uuid not null, id uuid not null default uuidv7(), type text not null, at timestamptz not null default now(),
    detail json not null, primary key (intent, id));
  create table bare_queue (intent uuid primary key, due timestamptz not null) with (fillfactor = 70);
  create index on bare_queue (due)`;

export const OPEN = `
  with given as (
    select * from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::json[]) as t(id, stem, digest, detail)
  ), opened as (
    insert into bare_intents (id, stem, args_digest, state, fence, version)
    select id, stem, digest, 'cleared', 0, 1 from given on conflict (stem) do nothing returning id
  ), queued as (
    insert into bare_queue (intent, due) select id, now() from opened
  )
  insert into bare_journal (intent, type, detail)
  select id, 'opened', detail from opened join given using (id) returning intent as id`;

export const CLAIM = `
  with due as (
    select intent from bare_queue where due <= now() order by due limit $1 for update skip locked
  ), leased as (
    update bare_queue q set due = now() + interval '30 seconds' from due where q.intent = due.intent
  ), claimed as (
    update bare_intents i
    set state = 'executing', fence = i.fence + 1, lease_until = now() + interval '30 seconds', version = i.version + 1
    from due where i.id = due.intent and i.state = 'cleared' returning i.id, i.fence
  ), noted as (
    insert into bare_journal (intent, type, detail) select id, 'claimed', json_build_object('fence', fence) from claimed
  )
  select c.id, c.fence, j.detail from claimed c join bare_journal j on j.intent = c.id and j.type = 'opened'`;

export const SETTLE = `
  with given as (
    select * from unnest($1::uuid[], $2::integer[], $3::json[]) as t(id, fence, detail)
  ), ended as (
    update bare_intents i set state = 'succeeded', lease_until = null, version = i.version + 1
    from given g where i.id = g.id and i.fence = g.fence and i.state = 'executing' returning i.id
  ), done as (
    delete from bare_queue q using ended e where q.intent = e.id
  )
  insert into bare_journal (intent, type, detail)
  select id, 'succeeded', detail from ended join given using (id) returning intent as id`;
