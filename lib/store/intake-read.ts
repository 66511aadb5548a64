/**
 * Everything a flush of intake must know, asked at once after its locks, whatever the batch. What only some batches need
 * (limits, grants, fingerprints, what looks alike) is asked for only by them.
 *
 * A connection keeps its plans, and the first are made while the store is empty: to read all of it looks cheap then.
 *
 * P1  What grows is asked for by one element at a time (`lateral` with `limit` or `offset 0`): no plan can join all of it.
 * P2  Where several indexes could answer, the order that is asked for is the right one's.
 */
import type { StoredAgent } from "./agents";
import { INTENTS, selectList } from "./columns";
import type { NamedDerivation } from "./contracts";
import { hexSql, toBinary } from "./digests";
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
  contracts: Map<string, { version: number; derivations: NamedDerivation[] }>;
  /** By key hash: the agent as it is now; absent: the key is no longer good. */
  agents: Map<string, StoredAgent>;
  live: IntentRow[];
  /** Live rows that another transaction holds, by stem; only where rows are taken that are free. */
  lockedRows: Map<string, string>;
  alike: IntentRow[];
  callerKeys: Map<string, { intentId: string; identityDigest: string }[]>;
  occurrences: Map<string, number>;
  pauses: StoredPause[];
  hasGrants: boolean;
};

/** A busy identity may have many; one of each kind decides, a few are shown. */
const ALIKE_MAX = 5;

const WINDOW_END = "coalesce(i.window_ends_at, 'infinity')";
/** A clock that jumped ahead must not end a window early: which ones are over is then told by each intent (`clock-jumps`). */
const NOT_OVER = "> statement_timestamp() - (select clock_lag from store_state)";
const OPEN_WINDOW = `${WINDOW_END} ${NOT_OVER}`;
/** What never happened and may be asked for again resembles nothing (`gate/resemble` S1). */
const MAY_COUNT = `i.state not in ('refused', 'expired', 'withdrawn') and i.transient is not true
    and (i.successor_id is null or i.state in ('succeeded', 'partial'))`;

/** A "no" to other values makes no variant, and neither does a call without identity fields (S1, S3). */
const MAY_VARY = "and w.has_identity and i.state not in ('denied', 'failed')";

/**
 * L1  A look is bounded, whatever a busy identity has behind it: the newest so many are looked at, and windows are checked
 *     on the row.
 * L2  What came to nothing, or waits for a person, is not among those (`STANDS`, an index of the rest): what an agent
 *     can open and take back as often as it likes hides nothing. Whatever else was opened after an intent that a rule holds
 *     was held for it, and went on by a person's word.
 * L3  What is held or in doubt is always found, by indexes that hold nothing else.
 */
const LOOKED_AT_MAX = 40;
const STANDS = "came_to_nothing is null and hold_expires_at is null";
/** So many about the same thing, all over or our own, and the identity counts as known without a look at the rest. */
const KNOWN_LOOKED_AT = 4;

/**
 * What runs or ran is found first: holds, perhaps over and not yet marked, never crowd it out. Of a crowd of look-alikes
 * the newest that is open answers, else one that ended last.
 */
function alikeSql(comparison: "=" | "<>"): string {
  const isAlike = `i.fingerprint ${comparison} w.fingerprint and ${OPEN_WINDOW} and ${MAY_COUNT}
    and i.stem <> all($1) and (i.context::jsonb - 'occurrence') <> w.situation::jsonb
    ${comparison === "=" ? "" : MAY_VARY}`;
  const same = comparison === "=" ? "and fingerprint = w.fingerprint" : "and w.has_identity";
  return `
    (with looked as materialized (
       select * from intents where identity_digest = w.digest ${same} and ${STANDS} order by id desc limit ${LOOKED_AT_MAX})
     select i.* from looked i where ${isAlike} and i.state <> 'in_doubt'
     order by ${WINDOW_END} desc, i.id desc limit ${ALIKE_MAX})
    union all
    (select i.* from (
       select * from intents where identity_digest = w.digest and doubt_since is not null offset 0) as i where ${isAlike}
     order by i.id desc limit ${ALIKE_MAX})
    union all
    (select i.* from intents i where i.identity_digest = w.digest and i.hold_expires_at is not null and ${isAlike}
     order by i.hold_expires_at desc, i.id desc limit ${ALIKE_MAX})`;
}

/**
 * What people denied about the same thing, under any key and with any values, replaced since or not (`gate/denials` N2);
 * found by a column, and an index, that nothing else fills.
 */
const DENIED = `i.denied_until ${NOT_OVER}`;
const DENIED_SQL = `
  select i.* from intents i where i.identity_digest = w.digest and w.has_identity and ${DENIED}
  order by i.denied_until desc limit ${ALIKE_MAX}`;

const ALIKE_SQL = `
  select ${selectList(INTENTS, "i")}
  from unnest($2::bytea[], $3::bytea[], $4::text[], $5::boolean[]) as w(digest, fingerprint, situation, has_identity)
  cross join lateral (${alikeSql("=")} union all ${alikeSql("<>")} union all (${DENIED_SQL})) as i`;

/**
 * In the order of ids, which is the one that rows are locked in. Values come from the row as it is once it is ours; a row
 * that another transaction has just replaced is named by its id alone.
 */
const liveSql = (
  taken: string,
) => `select ${selectList(INTENTS, "i")}, asked.id as "askedId", ${hexSql("asked.stem")} as "askedStem"
  from (select w.stem, w.key_lock, i.id from unnest($1::bytea[], $2::bigint[]) as w(stem, key_lock)
    cross join lateral (select id from intents where stem = w.stem and successor_id is null offset 0) as i
    order by i.id) as asked
  left join lateral (
    select * from intents own where own.stem = asked.stem and own.successor_id is null ${taken}) as i on true
  order by asked.id`;

/**
 * `free`: so is one that another transaction holds. A row whose key is not ours is left to the flush that has the key:
 * taken, it would only be missed there.
 */
const LIVE_SQL = {
  all: liveSql("for update"),
  free: liveSql("and pg_try_advisory_xact_lock(asked.key_lock) for update skip locked"),
  none: liveSql("offset 0"),
};

const CALLER_KEYS_SQL = `
  select o.digest, o.intent_id as "intentId", o.identity_digest as "identityDigest"
  from unnest($1::text[]) as w(digest)
  cross join lateral (select * from caller_keys where digest = w.digest offset 0) as o
  cross join lateral (select window_ends_at from intents where id = o.intent_id offset 0) as i where ${OPEN_WINDOW}`;

const OCCURRENCES_SQL = `
  select ${hexSql("f.family")} as family, (select i.occurrence from intents i where i.family = f.family order by i.occurrence desc limit 1) as highest
  from unnest($1::bytea[]) as f(family)`;

/**
 * `known`: identities that were asked about in another way, `denied`: those that people said no to; most of the time
 * none, and nothing more is asked.
 */
const FACTS_SQL = `
  with clock as materialized (select clock_timestamp()::timestamptz(3) as now)
  select json_build_object(
    'nowMs', (extract(epoch from clock.now) * 1000)::bigint,
    'contracts', (
      select json_agg(json_build_object('tool', c.tool, 'version', c.active_version, 'derivations', (
        select json_agg(json_build_object('digest', d.digest, 'version', d.version, 'engines', d.engines))
        from key_derivations d where d.tool = c.tool and d.closed_at is null)))
      from contracts c where c.tool = any($1)),
    'agents', (
      select json_agg(json_build_object('hash', k.hash, 'agent', json_build_object('id', a.id, 'namespace', a.namespace,
        'name', a.name, 'labels', a.labels, 'tools', a.tools, 'mayRepeat', a.may_repeat)))
      from agent_keys k join agents a on a.id = k.agent_id
      where k.hash = any($2) and k.revoked_at is null and a.disabled_at is null
        and (k.expires_at is null or k.expires_at > clock.now)),
    'known', (
      select json_agg(${hexSql("w.digest")}) from unnest($4::bytea[]) as w(digest) cross join lateral (
        select from (
          (select stem, window_ends_at, row_number() over (order by id desc) as place
           from intents where identity_digest = w.digest and ${STANDS} order by id desc limit ${KNOWN_LOOKED_AT})
          union all
          (select null, null, ${KNOWN_LOOKED_AT} from intents
           where identity_digest = w.digest and hold_expires_at is not null limit 1)) as i
        where i.place = ${KNOWN_LOOKED_AT} or (i.stem <> all($3) and ${OPEN_WINDOW}) limit 1) as i),
    'denied', (
      select json_agg(${hexSql("w.digest")}) from unnest($4::bytea[]) as w(digest) cross join lateral (
        select from intents i where i.identity_digest = w.digest and ${DENIED}
        order by i.denied_until desc limit 1) as i),
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
  contracts: { tool: string; version: number; derivations: NamedDerivation[] | null }[] | null;
  agents: { hash: string; agent: StoredAgent }[] | null;
  known: string[] | null;
  denied: string[] | null;
  pauses: StoredPause[] | null;
  hasGrants: boolean;
};

type Owned = { digest: string; intentId: string; identityDigest: string };

/** Rows are locked, waited for or not, or only looked at. */
export type IntakeLock = "all" | "free" | "none";

/** On a pipelined connection one round trip, and a second only where something may be alike. */
export async function readIntake(client: Reader, wanted: IntakeWanted, lock: IntakeLock): Promise<IntakeFacts> {
  const { tools, keyHashes, stems } = wanted;
  const identities = [...new Set(wanted.alike.map(({ identityDigest }) => identityDigest))];
  // The rows first: who waits for one of them is told the time after it.
  const [live, owned, occurrences, facts] = await Promise.all([
    readLive(client, stems, lock),
    ask<Owned>(client, wanted.callerKeys, CALLER_KEYS_SQL),
    ask<{ family: string; highest: number | null }>(client, wanted.families.map(toBinary), OCCURRENCES_SQL),
    client.$queryRawUnsafe<{ facts: string }[]>(
      FACTS_SQL,
      tools,
      keyHashes,
      stems.map(toBinary),
      identities.map(toBinary),
    ),
  ]);
  const [row] = facts;
  if (row === undefined) throw new TypeError("The database did not answer.");
  const raw = JSON.parse(row.facts) as Raw;
  return {
    nowMs: raw.nowMs,
    contracts: new Map(
      (raw.contracts ?? []).map(({ tool, version, derivations }) => [
        tool,
        { version, derivations: derivations ?? [] },
      ]),
    ),
    agents: new Map((raw.agents ?? []).map(({ hash, agent }) => [hash, agent])),
    ...live,
    alike: await readAlike(client, wanted, new Set([...(raw.known ?? []), ...(raw.denied ?? [])])),
    callerKeys: byDigest(owned),
    occurrences: new Map(occurrences.map(({ family, highest }) => [family, highest ?? 0])),
    pauses: raw.pauses ?? [],
    hasGrants: raw.hasGrants,
  };
}

type Asked = { askedId: string; askedStem: string };

async function readLive(
  client: Reader,
  stems: string[],
  lock: IntakeLock,
): Promise<Pick<IntakeFacts, "live" | "lockedRows">> {
  const lockedRows = new Map<string, string>();
  if (stems.length === 0) return { live: [], lockedRows };
  const rows = await client.$queryRawUnsafe<(Asked & { [Property in keyof IntentRow]: IntentRow[Property] | null })[]>(
    LIVE_SQL[lock],
    stems.map(toBinary),
    lock === "free" ? stems.map((stem) => String(digestLock(stem))) : [],
  );
  const live = rows.flatMap(({ askedId, askedStem, ...row }) => {
    if (row.id !== null) return [row as IntentRow];
    if (lock === "free") lockedRows.set(askedStem, askedId);
    return [];
  });
  return { live, lockedRows };
}

/** Nothing is asked about nothing. */
async function ask<T>(client: Reader, about: string[], sql: string): Promise<T[]> {
  return about.length === 0 ? [] : client.$queryRawUnsafe<T[]>(sql, about);
}

async function readAlike(client: Reader, wanted: IntakeWanted, known: ReadonlySet<string>): Promise<IntentRow[]> {
  const alike = wanted.alike.filter(({ identityDigest }) => known.has(identityDigest));
  if (alike.length === 0) return [];
  return client.$queryRawUnsafe<IntentRow[]>(
    ALIKE_SQL,
    wanted.stems.map(toBinary),
    alike.map(({ identityDigest }) => toBinary(identityDigest)),
    alike.map(({ fingerprint }) => toBinary(fingerprint)),
    alike.map(({ situation }) => situation),
    alike.map(({ hasIdentity }) => hasIdentity),
  );
}

function byDigest(owned: Owned[]): IntakeFacts["callerKeys"] {
  const owners: IntakeFacts["callerKeys"] = new Map();
  for (const { digest, ...owner } of owned) owners.set(digest, [...(owners.get(digest) ?? []), owner]);
  return owners;
}

/**
 * The locks of a flush: tools shared (a publish waits for it, and it for a publish), everything else alone.
 */
export function intakeLocks(tools: string[], digests: string[]): TransactionLocks {
  return { shared: [...new Set(tools)].map(toolLock), alone: digests.map(digestLock) };
}

/** The same locks inside a transaction that was opened without them. */
export async function lockIntake(tx: RawTx, tools: string[], digests: string[]): Promise<void> {
  const { shared, alone } = intakeLocks(tools, digests);
  await takeLocks(tx, "pg_advisory_xact_lock_shared", shared);
  await takeLocks(tx, "pg_advisory_xact_lock", alone);
}
