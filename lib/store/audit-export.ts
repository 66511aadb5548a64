/** What an export reads: whole seals, in pages by position. Nothing of it ever changes, so no transaction is held. */
import { type Seal, splitLeaves } from "@/lib/domain/audit/seal";
import type { SealedEvent } from "@/lib/domain/audit/sealed-event";
import { SEALED_ROWS, toSealedEvent } from "./audit-events";
import type { Database } from "./database";
import { JOURNAL_COLUMNS, type JournalRow } from "./journal-read";
import { SEAL_COLUMNS, type SealRow, type SealWithLeaves, toSeal } from "./seals";

/** `first` and `last` are seals; null: none was made in that time. */
export type ExportRange = { first: Seal; last: Seal };

/** By when they were sealed, both ends included. */
export async function findExportRange(
  db: Database,
  fromMs: number | null,
  toMs: number | null,
): Promise<ExportRange | null> {
  const [from, to] = [toInstant(fromMs), toInstant(toMs)];
  const bounds =
    "s.sealed_at >= coalesce($1::timestamptz, '-infinity') and s.sealed_at <= coalesce($2::timestamptz, 'infinity')";
  const ends = await db.query<SealRow>(
    `(select ${SEAL_COLUMNS} from audit_seals s where ${bounds} order by s.sealed_at, s.number limit 1)
     union all
     (select ${SEAL_COLUMNS} from audit_seals s where ${bounds} order by s.sealed_at desc, s.number desc limit 1)`,
    from,
    to,
  );
  const [first, last] = ends.map(toSeal).sort((left, right) => left.number - right.number);
  return first === undefined || last === undefined ? null : { first, last };
}

function toInstant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** What somebody removed by hand is missing here, and the verifier names it. */
export async function listEventsForExport(db: Database, after: number, upTo: number): Promise<SealedEvent[]> {
  const rows = await db.query<JournalRow & { position: number }>(
    `select ${JOURNAL_COLUMNS}, p.position::double precision as position
     from (${SEALED_ROWS("$1", "$2")}) as p join journal e on e.id = p.id order by p.last_position, p.place`,
    after,
    upTo,
  );
  return rows.map((row) => toSealedEvent(row, row.position));
}

/** Seals that end in this stretch of positions. */
export async function listSealsForExport(db: Database, after: number, upTo: number): Promise<SealWithLeaves[]> {
  const rows = await db.query<SealRow & { leaves: Buffer }>(
    `select ${SEAL_COLUMNS}, s.leaves from audit_seals s
     where s.last_position > $1::bigint and s.last_position <= $2::bigint order by s.last_position`,
    after,
    upTo,
  );
  return rows.map(({ leaves, ...row }) => ({ seal: toSeal(row), leaves: splitLeaves(leaves) }));
}
