// Intents as plain values, put into the store, and found again by a filter that is as plain as they are.
import type pg from "pg";
import { candidateDigests } from "@/lib/domain/identity-values";
import { compareDecimals, sumDecimals } from "@/lib/domain/limits/decimal";
import { alignDue } from "@/tests/support/align-due";
import type { TotalsRow } from "../intent-totals";
import { writeFoundBy } from "../projection/rows";
import { projectPlainly } from "./project-plainly";

export type PlainIntent = {
  id: string;
  createdMs: number;
  namespace: string;
  tool: string;
  agent: string;
  run: string | null;
  state: "succeeded" | "failed" | "denied" | "held";
  effectId: string;
  /** Everything but `/one` is a list. */
  identity: { "/one": string; "/many": string[] };
  amount: { currency: string; amount: string } | null;
  operators: string[];
};

export type PlainFilter = {
  namespace: string | null;
  tool?: string | undefined;
  agent?: string | undefined;
  run?: string | undefined;
  state?: PlainIntent["state"] | undefined;
  operator?: string | undefined;
  effectId?: string | undefined;
  identity?: string | undefined;
  q?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  money?: { currency: string; from?: string | undefined; to?: string | undefined } | undefined;
};

const INSERT = `
  insert into intents (id, namespace, tool, contract_version, effect, stem, key, context, identity, identity_digest,
    fingerprint, args, args_digest, submission_id, agent_id, run, state, hold, hold_expires_at, failure, transient,
    effect_id, ended_by, ended_reason, ended_at, window_ends_at)
  select id, namespace, tool, 1, 'write_non_idempotent', id::bytea, id::bytea, '{}', identity, '', '', '{}', '', 'sub_' || id, agent, run,
    state, case state when 'held' then '{}'::json end, case state when 'held' then now() end,
    case state when 'failed' then '{}'::json end, case state when 'failed' then false end,
    case state when 'succeeded' then "effectId" end, 'somebody', 'because',
    case when state <> 'held' then now() end, case when state <> 'held' then now() end
  from json_to_recordset($1::json) as r(id text, namespace text, tool text, agent text, run text, state text,
    "effectId" text, identity json)`;
/** Each of them twice. */
const ACTS = `
  insert into journal (id, at, type, actor_kind, actor_id, intent_id)
  select 'evt_' || r.id || o.value || k, now(), 'approved', 'operator', o.value, r.id
  from json_to_recordset($1::json) as r(id text, operators json), json_array_elements_text(r.operators) as o,
    generate_series(1, 2) as k`;

export async function insertPlain(client: pg.Client, intents: PlainIntent[]): Promise<void> {
  const rows = JSON.stringify(intents);
  await client.query(INSERT, [rows]);
  await alignDue((sql) => client.query(sql));
  await client.query(ACTS, [rows]);
  await projectPlainly(client);
  const found = intents.map(({ id, identity, amount, tool }) => ({
    ...{ intentId: id, identities: [identity] },
    amount: amount && { ...amount, tool },
  }));
  const $executeRawUnsafe = async (sql: string, ...values: unknown[]) =>
    (await client.query(sql, values)).rowCount ?? 0;
  await writeFoundBy({ $executeRawUnsafe }, found);
}

/** The ids that a list must have, in its order. */
export function findPlain(intents: PlainIntent[], filter: PlainFilter): string[] {
  const found = intents.filter((intent) => isFound(intent, filter));
  const byId = (left: PlainIntent, right: PlainIntent) => (left.id < right.id ? 1 : -1);
  const byAmount = (left: PlainIntent, right: PlainIntent) =>
    compareDecimals(right.amount?.amount ?? "0", left.amount?.amount ?? "0") || byId(left, right);
  return found.sort(filter.money === undefined ? byId : byAmount).map(({ id }) => id);
}

/** What they add up to, by state and currency. */
export function addUpPlain(intents: PlainIntent[], filter: PlainFilter): TotalsRow[] {
  const found = intents.filter((intent) => isFound(intent, filter));
  const groups = new Map<string, PlainIntent[]>();
  for (const intent of found) {
    const key = `${intent.state} ${intent.amount?.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), intent]);
  }
  return [...groups.values()].map((group) => ({
    state: group[0]?.state ?? "",
    currency: group[0]?.amount?.currency ?? null,
    count: group.length,
    sum: group[0]?.amount ? sumDecimals(group.map(({ amount }) => amount?.amount ?? "0")) : null,
  }));
}

function isFound(intent: PlainIntent, filter: PlainFilter): boolean {
  const { namespace, operator, effectId, identity, q, fromMs, toMs, money } = filter;
  const values = [intent.identity["/one"], ...intent.identity["/many"]];
  return (
    (["tool", "agent", "run", "state"] as const).every((name) => (filter[name] ?? intent[name]) === intent[name]) &&
    (namespace ?? intent.namespace) === intent.namespace &&
    (operator === undefined || intent.operators.includes(operator)) &&
    (effectId === undefined || (intent.state === "succeeded" && intent.effectId === effectId)) &&
    (identity === undefined || values.some((value) => isCandidate(identity, value))) &&
    (q === undefined || isMeant(intent, values, q)) &&
    intent.createdMs >= (fromMs ?? 0) &&
    intent.createdMs < (toMs ?? Number.POSITIVE_INFINITY) &&
    (money === undefined || isWithin(intent.amount, money))
  );
}

function isMeant(intent: PlainIntent, values: string[], q: string): boolean {
  const hasEffect = intent.state === "succeeded" && intent.effectId === q;
  return hasEffect || intent.run === q || intent.id === q || values.some((value) => isCandidate(q, value));
}

/** Values here are their own digests' texts: whatever the typed text could mean, one of them is it. */
function isCandidate(typed: string, value: string): boolean {
  const [own] = candidateDigests(value);
  return own !== undefined && candidateDigests(typed).some((digest) => digest.equals(own));
}

function isWithin(amount: PlainIntent["amount"], { currency, from, to }: NonNullable<PlainFilter["money"]>): boolean {
  if (amount === null || amount.currency !== currency) return false;
  const isEnough = from === undefined || compareDecimals(amount.amount, from) >= 0;
  return isEnough && (to === undefined || compareDecimals(amount.amount, to) <= 0);
}
