/**
 * Events of before, as rows of the journal, with what the tables beside them held of the same change.
 *
 * | event                       | takes with it                                   | and its time and number from  |
 * |-----------------------------|-------------------------------------------------|-------------------------------|
 * | submission.recorded/refused | the submission                                  | the submission (`sub_X`)      |
 * | intent.opened/reopened      | the gate's decision, or those of a bypass       | itself                        |
 * | intent.approve/deny         | the person's decision                           | the decision (`dec_X`)        |
 * | intent.claim                | the attempt's lease                             | the attempt (`att_X`)         |
 * | the first word on an attempt| how it failed, what was exchanged               | itself                        |
 *
 * What people said beside an event (`event_details`) stays as it was digested. Ids, digests and times that its sealed data
 * lacks are in `former`.
 */
import type { Step } from "./move-store";

/** `{"name":value,…}` of the members that are there: each keeps its text, byte for byte. */
const object = (members: Record<string, string>) =>
  `nullif('{' || concat_ws(',', ${Object.entries(members)
    .map(([name, text]) => `'"${name}":' || ${text}`)
    .join(", ")}) || '}', '{}')`;
const text = (value: string) => `to_json(${value})::text`;
const where = (condition: string, value: string) => `case when ${condition} then ${value} end`;

/** By the gate, or by each of the people who ordered a bypass. */
const DECISION = object({
  id: text("o.id"),
  verdict: text("o.verdict"),
  decidedBy: text("o.decided_by"),
  operatorId: text("o.operator_id"),
  rule: text("o.rule"),
  inputs: "o.inputs::text",
  submissionId: text("o.submission_id"),
  reason: text("o.reason"),
});
const OPENED = object({
  decisions: `(select '[' || string_agg(${DECISION}, ',' order by o.id) || ']' from former_decisions o
    where o.id = any(array(select json_array_elements_text(b.data -> 'decisionIds')) || (b.data ->> 'decisionId')))`,
});
const IS_OPENING = "b.type in ('intent.opened', 'intent.reopened')";

/** What an erasure has emptied is left out, as one leaves it out today. */
const SUBMISSION = object({
  args: where("s.erased_at is null or s.args::text <> '{}'", "s.args::text"),
  executableArgs: where("s.executable_args::text <> s.args::text", "s.executable_args::text"),
  differences: where("s.differences::text <> '[]'", "s.differences::text"),
  resembles: where("s.resembles::text <> '[]'", "s.resembles::text"),
  run: text("s.run"),
  step: text("s.step"),
  session: text("s.session"),
  callerKey: text("s.caller_key"),
  reason: text("s.reason"),
  metadata: "s.metadata::text",
  callbackUrl: text("s.callback_url"),
  erasedAt: text("s.erased_at"),
});
const ENDED = object({ failure: "w.failure::text", exchange: "w.exchange::text" });

/** Of an approval or a denial: nothing was said, or it was erased. Neither is anything that a person wrote. */
const UNSAID = "x.event_id is null and d.reason in ('', '(erased)')";
const FORMER = object({
  fingerprint: where("b.data ->> 'fingerprint' is null", text("s.fingerprint")),
  submissionId: where("b.data ->> 'submissionId' is null", text("d.submission_id")),
  reason: where(UNSAID, text("d.reason")),
  leaseUntil: text("c.lease_until"),
  attemptId: where("b.data ->> 'attemptId' is null", text("w.id")),
});

/**
 * The last seal may have ended between two events of one transaction, and what it left may bear an older id now. It is
 * taken for newer, so that the sealer still comes to it.
 */
const IS_LEFT = `b.txid = (select watermark from audit_seals order by number desc limit 1)
  and not exists (select from former_audit_positions p where p.event_id = b.id)`;

const IS_SUBMISSION = "b.type in ('submission.recorded', 'submission.refused')";
const COUNTS = "b.type = 'submission.recorded' and s.refusal is null";

const SQL = `
  with batch as materialized (select * from former_audit_events where id > $1 order by id limit $2),
  moved as (
    insert into journal (txid, at, id, type, actor_kind, actor_id, namespace, intent_id, subject, data, salt, detail,
      sealed_as, former, drifted, calls_back)
    select case when ${IS_LEFT} then pg_current_xact_id() else b.txid end, b.at, n.id, b.type, b.actor_kind, b.actor_id,
      b.namespace, b.intent_id, b.subject, b.data, x.salt,
      case
        when s.id is not null then (${SUBMISSION})::json
        when w.id is not null then (${ENDED})::json
        when ${IS_OPENING} then (${OPENED})::json
        else x.detail
      end,
      nullif(b.id, n.id), (${FORMER})::json,
      ${where(`${COUNTS} and s.disposition = 'drifted'`, "true")},
      ${where(`${COUNTS} and s.callback_url is not null`, "true")}
    from batch b
    left join former_event_details x on x.event_id = b.id
    left join former_submissions s on ${IS_SUBMISSION}
      and s.id = case when b.type = 'submission.recorded' then b.subject else b.data ->> 'submissionId' end
    left join former_decisions d on b.type in ('intent.approve', 'intent.deny') and d.id = b.data ->> 'decisionId'
    left join former_attempts c on b.type = 'intent.claim' and c.id = b.data ->> 'attemptId'
    left join former_attempts w on b.type in ('intent.settle', 'intent.lose_lease', 'intent.store_restored')
      and b.data ->> 'late' is null and w.ended_at = b.at and w.id = coalesce(b.data ->> 'attemptId',
        (select a.id from former_attempts a where a.intent_id = b.intent_id and a.ended_at = b.at))
    cross join lateral (
      select coalesce('evt_' || substr(coalesce(s.id, d.id, c.id), 5), b.id) as id) as n
  )
  select max(id) as through, count(*)::integer as count from batch`;

export const moveEvents: Step = async (client, through, rowsMax) => {
  const { rows } = await client.query<{ through: string | null; count: number }>(SQL, [through, rowsMax]);
  const { count = 0, through: last } = rows[0] ?? {};
  return { through: last ?? through, count, isLast: count < rowsMax };
};
