/** The projected rows. All is computed from the intent as it stands: to write it twice changes nothing. */
import { identityDigests } from "@/lib/domain/identity-values";
import type { IntentAmount } from "@/lib/domain/intent-amount";
import type { JsonObject } from "@/lib/domain/json";
import type { RawTx, Writer } from "../raw-transaction";
import type { Columns } from "../row-arrays";
import { insertion, type Write, writeTogether } from "../write-together";

type Reader = Pick<RawTx, "$queryRawUnsafe">;

/** What the rest of it is computed from. */
export type ProjectedIntent = {
  id: string;
  tool: string;
  contractVersion: number;
  args: JsonObject;
  argsDigest: string;
  identity: JsonObject;
  /** It was there before. */
  isKnown: boolean;
};

const COLUMNS = ["version", "namespace", "tool", "agent_id", "run", "ended_as", "effect"];

/**
 * Read and written in one statement; a row that shows this version is left alone. Empty args may have been erased. Each
 * intent is looked up by itself, also by a plan that was made while there were none (`intake-read` P1). Under the lock of
 * the projection no other process adds a row, so nearly all are plain inserts.
 */
const WRITE_SQL = `
  with r as materialized (
    select i.id, i.version, i.namespace, i.tool, i.agent_id, i.run,
      case when i.ended_at is not null then i.state end as ended_as, hashtextextended(i.effect_id, 0) as effect,
      i.contract_version, i.args, i.args_digest, i.identity, h.version as known
    from unnest($1::text[]) as w(id)
    cross join lateral (select * from intents where id = w.id offset 0) as i
    left join lateral (select version from history where id = w.id offset 0) as h on true
  ), added as (
    insert into history (id, ${COLUMNS.join(", ")}) select id, ${COLUMNS.join(", ")} from r where known is null
  ), changed as (
    update history h set ${COLUMNS.map((column) => `${column} = r.${column}`).join(", ")}
    from r where h.id = any($1::text[]) and h.id = r.id and r.known <> r.version
  )
  select id, tool, contract_version as "contractVersion", args, args_digest as "argsDigest", identity,
    known is not null as "isKnown"
  from r where $2::boolean or r.known is distinct from r.version or r.args::text = '{}'`;

/** Those that were not shown as they are, and those without args; `all`: all of them. */
export async function writeHistory(tx: Reader, intentIds: string[], all: boolean): Promise<ProjectedIntent[]> {
  return tx.$queryRawUnsafe<ProjectedIntent[]>(WRITE_SQL, intentIds, all);
}

/** With the tool: an index tells a tool's amounts from those of others. */
export type ProjectedAmount = IntentAmount & { tool: string };

export type FoundBy = {
  intentId: string;
  /** Values of its identity, or of a submission that is kept with it and asks for something else. */
  identities: JsonObject[];
  /** Null: it has none. Absent: it stays as it is. */
  amount?: ProjectedAmount | null;
  /** Nothing of it was ever written. */
  isNew?: boolean;
};

const IDENTITY_VALUES = { digest: ["digest", "bytea"], intentId: ["intent_id", "text"] } satisfies Columns;
const AMOUNTS = {
  intentId: ["intent_id", "text"],
  currency: ["currency", "text"],
  amount: ["amount", "numeric"],
  tool: ["tool", "text"],
} satisfies Columns;

const KNOWN = " on conflict (digest, intent_id) do nothing";
const REPLACED = ` on conflict (intent_id) do update set currency = excluded.currency, amount = excluded.amount
  where (intent_amounts.currency, intent_amounts.amount) is distinct from (excluded.currency, excluded.amount)`;

/** Each intent at most once. */
export async function writeFoundBy(tx: Writer, found: FoundBy[]): Promise<void> {
  const [fresh, known] = [found.filter(({ isNew }) => isNew), found.filter(({ isNew }) => !isNew)];
  const emptied = found.flatMap(({ intentId, amount }) => (amount === null ? [intentId] : []));
  await writeTogether(tx, [
    insertion("identity_values", IDENTITY_VALUES, fresh.flatMap(valuesOf)),
    insertion("intent_amounts", AMOUNTS, fresh.flatMap(amountsOf)),
    insertion("identity_values", IDENTITY_VALUES, known.flatMap(valuesOf), KNOWN),
    insertion("intent_amounts", AMOUNTS, known.flatMap(amountsOf), REPLACED),
    emptied.length === 0 ? null : removal(emptied),
  ]);
}

function amountsOf({ intentId, amount }: FoundBy) {
  return amount ? [{ intentId, ...amount }] : [];
}

function valuesOf({ intentId, identities }: FoundBy) {
  const digests = new Set(identities.flatMap((identity) => identityDigests(identity).map(toBytea)));
  return [...digests].map((digest) => ({ digest, intentId }));
}

export function toBytea(digest: Buffer): string {
  return `\\x${digest.toString("hex")}`;
}

function removal(intentIds: string[]): Write {
  const sql = (first: number) => `delete from intent_amounts where intent_id = any($${first}::text[])`;
  return { shape: "no amount", values: [`{${intentIds.join(",")}}`], sql };
}
