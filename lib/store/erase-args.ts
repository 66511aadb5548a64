/**
 * Letting raw values go. What names an action (key, digests, fingerprints), its state, its effect id and its times stay:
 * duplicates are found and seals hold as before.
 *
 *  E1 Only what has ended is erased, and nothing of which a worker may still have an attempt under way.
 *  E2 Everything an agent, an operator or a downstream wrote about the action goes, wherever a copy of it is.
 *  E3 The intent's version moves: who read it before and saves after loses the race and looks again.
 */
import { identityDigests } from "@/lib/domain/identity-values";
import type { JsonObject } from "@/lib/domain/json";
import type { RawTx } from "./raw-transaction";

export const ERASED_WORDS = "(erased)";

export type ErasedIntent = { id: string; namespace: string; tool: string };

/** Those that were erased: the others are not to be erased yet (E1) or are gone already. */
export async function eraseIntents(tx: RawTx, intentIds: string[], at: Date): Promise<ErasedIntent[]> {
  if (intentIds.length === 0) return [];
  const doomed = await tx.$queryRawUnsafe<(ErasedIntent & { identity: JsonObject })[]>(
    `select i.id, i.namespace, i.tool, i.identity from intents i
     where i.id = any($1) and i.ended_at is not null
       and not exists (select 1 from attempts a where a.intent_id = i.id and a.ended_at is null)
     order by i.id for update`,
    intentIds,
  );
  const ids = doomed.map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.$executeRawUnsafe(ERASE_SQL, ids, at, ERASED_WORDS);
  const values = doomed.flatMap(({ id, identity }) => identityDigests(identity).map((digest) => ({ id, digest })));
  await tx.$executeRawUnsafe(
    `delete from identity_values
     where (digest, intent_id) in (select * from unnest($1::bytea[], $2::text[]))`,
    values.map(({ digest }) => digest),
    values.map(({ id }) => id),
  );
  return doomed.map(({ id, namespace, tool }) => ({ id, namespace, tool }));
}

/** A digest still tells one caller's key from another: what comes from elsewhere must not look like a repetition. */
const CONTEXT = `case when context ->> 'caller' is null then context
  else (context::jsonb || jsonb_build_object('caller', encode(sha256(convert_to(context ->> 'caller', 'UTF8')), 'hex')))::json end`;
const RESEMBLES = `(
  select coalesce(json_agg((one::jsonb || '{"differences": []}')::json), '[]') from json_array_elements(resembles) as one)`;
const PEOPLE = `(
  select json_agg((one::jsonb || jsonb_build_object('reason', $3::text))::json) from json_array_elements(people) as one)`;
const FAILURE = `case when failure is null then null
  else json_build_object('code', failure ->> 'code', 'message', $3::text) end`;

const ERASE_SQL = `
  with intent as (
    update intents set args = '{}', identity = '{}', context = ${CONTEXT}, caller_key = null,
      result = null, doubt = null, failure = ${FAILURE},
      ended_reason = case when ended_reason is null then null else $3::text end, version = version + 1
    where id = any($1)
  ), submission as (
    update submissions set args = '{}', executable_args = '{}', differences = '[]', resembles = ${RESEMBLES},
      reason = null, metadata = null, callback_url = null, caller_key = null, erased_at = coalesce(erased_at, $2::timestamptz)
    where intent_id = any($1)
  ), decision as (
    update decisions set reason = $3::text where intent_id = any($1) and reason is not null
  ), attempt as (
    update attempts set exchange = null, failure = ${FAILURE} where intent_id = any($1)
  ), bypass as (
    update bypass_orders set people = ${PEOPLE} where intent_id = any($1)
  ), callback as (
    update callbacks set intent = case when intent is null then null else
      (intent::jsonb || '{"args": {}, "identity": {}, "result": null, "callerKey": null}')::json end
    where intent_id = any($1)
  ), detail as (
    delete from event_details d using audit_events e where e.intent_id = any($1) and d.event_id = e.id
  )
  update findings set note = $3::text where intent_id = any($1) and note is not null`;

/** Single submissions that tell of somebody else than their intent does. */
export async function eraseSubmissions(tx: RawTx, submissionIds: string[], at: Date): Promise<void> {
  if (submissionIds.length === 0) return;
  await tx.$executeRawUnsafe(
    `update submissions set args = '{}', executable_args = '{}', differences = '[]', resembles = '[]', reason = null,
       metadata = null, callback_url = null, caller_key = null, erased_at = coalesce(erased_at, $2::timestamptz)
     where id = any($1)`,
    submissionIds,
    at,
  );
}
