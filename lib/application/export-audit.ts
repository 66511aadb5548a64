/**
 * The audit log as a file: whole seals, read in pages while somebody takes them. That it was taken is on record before
 * the first byte leaves.
 */
import { headerLine, sealLine, trailerLine } from "@/lib/domain/audit/export-lines";
import { eventText } from "@/lib/domain/audit/sealed-event";
import type { IdPrefix } from "@/lib/domain/id";
import { type ExportRange, findExportRange, listEventsForExport, listSealsForExport } from "@/lib/store/audit-export";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import { listAuditKeys } from "@/lib/store/seals";

export type ExportDeps = { db: Database; newId: (prefix: IdPrefix) => string; publicUrl: string };
export type ExportInput = { operator: StoredOperator; fromMs: number | null; toMs: number | null };

/** Positions a page: some hundred kilobytes of text. */
const PAGE_MAX = 1_000;

/** Text in pieces, each made when the one before was taken. */
export async function exportAudit(deps: ExportDeps, input: ExportInput): Promise<AsyncGenerator<string, void>> {
  const range = await findExportRange(deps.db, input.fromMs, input.toMs);
  const atMs = await record(deps, input, range);
  const keys = (await listAuditKeys(deps.db.client)).map(({ keyId, publicKey }) => ({ keyId, publicKey }));
  const header = headerLine({
    exportedAt: new Date(atMs).toISOString(),
    url: deps.publicUrl,
    ...boundsOf(input),
    ...countsOf(range),
    keys,
  });
  return lines(deps.db, header, range);
}

async function record(deps: ExportDeps, input: ExportInput, range: ExportRange | null): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const atMs = await databaseNow(tx);
    const actor = { kind: "operator", id: input.operator.id } as const;
    const data = { ...boundsOf(input), ...countsOf(range) };
    await recordEvents(tx, deps.newId, atMs, [
      { type: "audit.exported", actor, namespace: null, intentId: null, subject: null, data },
    ]);
    return atMs;
  });
}

function boundsOf({ fromMs, toMs }: ExportInput) {
  const toInstant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { from: toInstant(fromMs), to: toInstant(toMs) };
}

function countsOf(range: ExportRange | null) {
  if (range === null) return { events: 0, seals: 0, firstSeal: null, lastSeal: null };
  const { first, last } = range;
  return {
    events: last.lastPosition - first.firstPosition + 1,
    seals: last.number - first.number + 1,
    firstSeal: first.number,
    lastSeal: last.number,
  };
}

async function* lines(db: Database, header: string, range: ExportRange | null): AsyncGenerator<string, void> {
  yield header;
  let [events, seals] = [0, 0];
  if (range !== null) {
    const end = range.last.lastPosition;
    for (let after = range.first.firstPosition - 1; after < end; after += PAGE_MAX) {
      const upTo = Math.min(end, after + PAGE_MAX);
      const page = await readPage(db, after, upTo);
      events += page.events;
      seals += page.seals;
      yield page.text;
    }
  }
  const lastSeal = range === null ? null : { number: range.last.number, hash: range.last.hash };
  yield trailerLine({ events, seals, lastSeal });
}

async function readPage(db: Database, after: number, upTo: number) {
  const [events, seals] = await Promise.all([
    listEventsForExport(db, after, upTo),
    listSealsForExport(db, after, upTo),
  ]);
  let text = "";
  let next = 0;
  const takeUpTo = (position: number) => {
    for (let event = events[next]; event !== undefined && event.position <= position; event = events[next]) {
      text += `${eventText(event)}\n`;
      next += 1;
    }
  };
  for (const { seal, leaves } of seals) {
    takeUpTo(seal.lastPosition);
    text += sealLine(seal, leaves);
  }
  takeUpTo(upTo);
  return { text, events: events.length, seals: seals.length };
}
