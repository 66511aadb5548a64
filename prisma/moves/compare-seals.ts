/** Position by position: the same event has it, its text has the same leaf hash, and the seal's rows lead there. */
import type pg from "pg";
import { textLeafHash } from "@/lib/domain/audit/merkle-tree";
import { splitLeaves } from "@/lib/domain/audit/seal";
import { eventText } from "@/lib/domain/audit/sealed-event";
import { SEALED_ROWS, toSealedEvent } from "@/lib/store/audit-events";
import { JOURNAL_COLUMNS, type JournalRow } from "@/lib/store/journal-read";
import { type Difference, refuseDifferences } from "./differences";
import type { Step } from "./move-store";

/** A seal is over at most 5,000 events, each of which is read twice. */
const SEAL_EVENTS = 1_000;

type Seal = { number: string; first: number; last: number; leaves: Buffer; isFilled: boolean };
type Placed = JournalRow & { position: number };

const SEALS_SQL = `
  select s.number::text as number, s.first_position::double precision as first, s.last_position::double precision as last,
    s.leaves, cardinality(s.rows) = s.last_position - s.first_position + 1
      and not exists (select from unnest(s.rows) as r(id) where not s.span @> id_ms(r.id)) as "isFilled"
  from audit_seals s where s.number > $1::bigint order by s.number limit $2`;

const BEFORE_SQL = `
  select p.position::double precision as position, e.id, e.id as "rowId", e.at, e.type, e.actor_kind as "actorKind",
    e.actor_id as "actorId", e.namespace, e.intent_id as "intentId", e.subject, e.data, null as follows
  from former_audit_positions p join former_audit_events e on e.id = p.event_id
  where p.position > $1 and p.position <= $2 order by p.position`;

const NOW_SQL = `
  select ${JOURNAL_COLUMNS}, p.position::double precision as position
  from (${SEALED_ROWS("$1", "$2")}) as p join journal e on e.id = p.id order by p.position`;

export const compareSeals: Step = async (client, through, rowsMax) => {
  const sealsMax = Math.ceil(rowsMax / SEAL_EVENTS);
  const { rows: seals } = await client.query<Seal>(SEALS_SQL, [through || "0", sealsMax]);
  for (const seal of seals) refuseDifferences(await compare(client, seal));
  return { through: seals.at(-1)?.number ?? through, count: seals.length, isLast: seals.length < sealsMax };
};

async function compare(client: pg.ClientBase, { number, first, last, leaves, isFilled }: Seal): Promise<Difference[]> {
  if (isFilled !== true) return [{ what: "seals", id: number, differing: ["rows"] }];
  const read = async (sql: string) => (await client.query<Placed>(sql, [first - 1, last])).rows;
  const [before, now] = [hashesOf(await read(BEFORE_SQL)), hashesOf(await read(NOW_SQL))];
  const sealed = splitLeaves(leaves);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((position) => {
    const [then, here] = [before.get(position), now.get(position)];
    // What was changed or removed by hand before this differs from its leaf, and goes on differing in the same way.
    const isSame = then === here || here === sealed[position - first]?.toString("hex");
    return isSame ? [] : [{ what: "seals", id: number, differing: [`the event at position ${position}`] }];
  });
}

function hashesOf(rows: Placed[]): Map<number, string> {
  return new Map(
    rows.map((row) => [row.position, textLeafHash(eventText(toSealedEvent(row, row.position))).toString("hex")]),
  );
}
