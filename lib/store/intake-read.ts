/**
 * Everything a flush of intake must know, in one statement after its locks: one round trip, whatever the batch. Rows
 * come back as one JSON document; what only some batches need (limits, grants, fingerprints) is asked for separately.
 */
import type { StoredAgent } from "./agents";
import { INTENTS, selectList } from "./columns";
import type { IntentRow } from "./intent-row";
import { digestLock, takeLocks, toolLock } from "./locks";
import type { RawTx, TransactionLocks } from "./raw-transaction";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

export type IntakeWanted = {
  tools: string[];
  /** Hashes of the keys that agents presented. */
  keyHashes: string[];
  stems: string[];
  /** What a submission may resemble; `situation` is its context without the occurrence, as JSON. */
  alike: { identityDigest: string; fingerprint: string; situation: string; hasIdentity: boolean }[];
  callerKeys: string[];
  families: string[];
};

export type StoredPause = {
  covers: "everything" | "tool" | "agent";
  target: string;
  pausedAt: number;
  resumedAt: number | null;
};

export type IntakeFacts = {
  nowMs: number;
  contracts: Map<string, { version: number; derivations: { digest: string; version: number }[] }>;
  /** By key hash: the agent as it is now; absent: the key is no longer good. */
  agents: Map<string, StoredAgent>;
  live: IntentRow[];
  alike: IntentRow[];
  callerKeys: Map<string, { intentId: string; identityDigest: string }[]>;
  occurrences: Map<string, number>;
  pauses: StoredPause[];
  hasGrants: boolean;
};

/** A busy identity may have many; one of each kind decides, a few are shown. */
const ALIKE_MAX = 5;

const OPEN_WINDOW = "(i.window_ends_at is null or i.window_ends_at > clock.now)";
/** What never happened and may be asked for again resembles nothing (`gate/resemble` S1). */
const MAY_COUNT = `i.state not in ('refused', 'expired', 'withdrawn') and i.transient is not true
    and (i.successor_id is null or i.state in ('succeeded', 'partial'))`;

/** A "no" to other values makes no variant, and neither does a call without identity fields (S1, S3). */
const MAY_VARY = "and w.has_identity and i.state not in ('denied', 'failed')";

/** What runs or ran is found first: holds, perhaps over and not yet marked, never crowd it out. */
const alikeSql = (comparison: "=" | "<>", waits: boolean) => `
  select i.* from intents i
  where i.identity_digest = w.digest and i.fingerprint ${comparison} w.fingerprint and ${OPEN_WINDOW} and ${MAY_COUNT}
    and i.stem <> all($3) and (i.context::jsonb - 'occurrence') <> w.situation::jsonb
    ${comparison === "=" ? "" : MAY_VARY}
    ${waits ? "and i.state = 'held' order by i.hold_expires_at desc" : "and i.state <> 'held'"}
  limit ${ALIKE_MAX}`;

const ALIKE_SQL = [alikeSql("=", false), alikeSql("<>", false), alikeSql("=", true), alikeSql("<>", true)]
  .map((sql) => `(${sql})`)
  .join(" union all ");

const READ_SQL = `
  with clock as materialized (select clock_timestamp()::timestamptz(3) as now),
  live as materialized (
    select i.* from intents i where i.stem = any($3) and i.successor_id is null order by i.id for update
  ),
  alike as materialized (
    select distinct on (found.id) found.*
    from clock, unnest($4::text[], $5::text[], $6::text[], $9::boolean[]) as w(digest, fingerprint, situation, has_identity)
    cross join lateral (${ALIKE_SQL}) as found
  )
  select json_build_object(
    'nowMs', (extract(epoch from clock.now) * 1000)::bigint,
    'contracts', (
      select json_agg(json_build_object('tool', c.tool, 'version', c.active_version, 'derivations', (
        select json_agg(json_build_object('digest', d.digest, 'version', d.version))
        from key_derivations d where d.tool = c.tool and d.closed_at is null)))
      from contracts c where c.tool = any($1)),
    'agents', (
      select json_agg(json_build_object('hash', k.hash, 'agent', json_build_object('id', a.id, 'namespace', a.namespace,
        'name', a.name, 'labels', a.labels, 'tools', a.tools, 'mayRepeat', a.may_repeat)))
      from agent_keys k join agents a on a.id = k.agent_id
      where k.hash = any($2) and k.revoked_at is null and a.disabled_at is null
        and (k.expires_at is null or k.expires_at > clock.now)),
    'live', (select json_agg(r) from (select ${selectList(INTENTS, "i")} from live i) r),
    'alike', (select json_agg(r) from (select ${selectList(INTENTS, "i")} from alike i) r),
    'callerKeys', (
      select json_agg(json_build_object('digest', o.digest, 'intentId', o.intent_id, 'identityDigest', o.identity_digest))
      from caller_keys o join intents i on i.id = o.intent_id
      where o.digest = any($7) and ${OPEN_WINDOW}),
    'occurrences', (
      select json_agg(json_build_object('family', f.family, 'highest', (
        select i.occurrence from intents i where i.family = f.family order by i.occurrence desc limit 1)))
      from unnest($8::text[]) as f(family)),
    'pauses', (
      select json_agg(json_build_object('covers', p.covers, 'target', p.target,
        'pausedAt', (extract(epoch from p.paused_at) * 1000)::bigint,
        'resumedAt', (extract(epoch from p.resumed_at) * 1000)::bigint))
      from pauses p where p.resumed_at is null or p.resumed_at > clock.now - interval '1 year'),
    'hasGrants', exists (
      select 1 from grants g where g.tool = any($1) and g.revoked_at is null and g.expires_at > clock.now)
  )::text as facts
  from clock`;

type Raw = {
  nowMs: number;
  contracts: { tool: string; version: number; derivations: { digest: string; version: number }[] | null }[] | null;
  agents: { hash: string; agent: StoredAgent }[] | null;
  live: Record<string, unknown>[] | null;
  alike: Record<string, unknown>[] | null;
  callerKeys: { digest: string; intentId: string; identityDigest: string }[] | null;
  occurrences: { family: string; highest: number | null }[] | null;
  pauses: StoredPause[] | null;
  hasGrants: boolean;
};

export async function readIntake(client: Reader, wanted: IntakeWanted, lock = true): Promise<IntakeFacts> {
  const rows = await client.$queryRawUnsafe<{ facts: string }[]>(
    lock ? READ_SQL : READ_SQL.replace(" for update", ""),
    wanted.tools,
    wanted.keyHashes,
    wanted.stems,
    wanted.alike.map(({ identityDigest }) => identityDigest),
    wanted.alike.map(({ fingerprint }) => fingerprint),
    wanted.alike.map(({ situation }) => situation),
    wanted.callerKeys,
    wanted.families,
    wanted.alike.map(({ hasIdentity }) => hasIdentity),
  );
  const [row] = rows;
  if (row === undefined) throw new TypeError("The database did not answer.");
  return toFacts(JSON.parse(row.facts) as Raw);
}

function toFacts(raw: Raw): IntakeFacts {
  return {
    nowMs: raw.nowMs,
    contracts: new Map(
      (raw.contracts ?? []).map(({ tool, version, derivations }) => [
        tool,
        { version, derivations: derivations ?? [] },
      ]),
    ),
    agents: new Map((raw.agents ?? []).map(({ hash, agent }) => [hash, agent])),
    live: (raw.live ?? []).map(toIntentRow),
    alike: (raw.alike ?? []).map(toIntentRow),
    callerKeys: byDigest(raw.callerKeys ?? []),
    occurrences: new Map((raw.occurrences ?? []).map(({ family, highest }) => [family, highest ?? 0])),
    pauses: raw.pauses ?? [],
    hasGrants: raw.hasGrants,
  };
}

type Owned = NonNullable<Raw["callerKeys"]>;

function byDigest(owned: Owned): IntakeFacts["callerKeys"] {
  const owners: IntakeFacts["callerKeys"] = new Map();
  for (const { digest, ...owner } of owned) owners.set(digest, [...(owners.get(digest) ?? []), owner]);
  return owners;
}

const INSTANTS = Object.entries(INTENTS).flatMap(([property, [, type]]) =>
  type.startsWith("timestamptz") ? property : [],
);

/** JSON tells instants as text. */
function toIntentRow(row: Record<string, unknown>): IntentRow {
  for (const property of INSTANTS) {
    const value = row[property];
    if (typeof value === "string") row[property] = new Date(value);
  }
  return row as IntentRow;
}

/**
 * The locks of a flush: tools shared (a publish waits for it, and it for a publish), everything else alone.
 */
export function intakeLocks(tools: string[], digests: string[]): TransactionLocks {
  return { shared: tools.map(toolLock), alone: digests.map(digestLock) };
}

/** The same locks inside a transaction that was opened without them. */
export async function lockIntake(tx: RawTx, tools: string[], digests: string[]): Promise<void> {
  const { shared, alone } = intakeLocks(tools, digests);
  await takeLocks(tx, "pg_advisory_xact_lock_shared", shared);
  await takeLocks(tx, "pg_advisory_xact_lock", alone);
}
