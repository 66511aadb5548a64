/** The next page of the downstream's listing is asked for and staged; nothing is judged before all of it is there. */

import type { PageAnswer } from "@/lib/connectors/list";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { List } from "@/lib/domain/contract/execute";
import { digestJson } from "@/lib/domain/digest";
import type { JsonValue } from "@/lib/domain/json";
import { type ListingPage, readPage, type Trail, walkOn } from "@/lib/domain/reconcile/listing";
import type { ReadRow } from "@/lib/domain/reconcile/statement-row";
import { databaseNow } from "@/lib/store/intents";
import type { ReconciliationRow } from "@/lib/store/reconciliations";
import { stageRows } from "@/lib/store/statement-rows";
import { type ReconcileDeps, type Step, takeStep } from "./step";

const PAGES_MAX = 20_000;
export const LISTED_ROWS_MAX = 1_000_000;
const TRIES_MAX = 8;
const BACK_OFF_MS = 1_000;
const BACK_OFF_MAX_MS = 300_000;

/** `version`: of the contract that the first page was read by. A cursor means something to that listing alone. */
type Place = { version: number; next: string | null; page: number; line: number; pages: number; trail: Trail | null };

export async function readListing(deps: ReconcileDeps, run: ReconciliationRow): Promise<boolean> {
  const begun = run.cursor as unknown as Place | null;
  const contract = await contractOf(deps, run.tool, begun);
  const { list } = contract.definition.execute;
  if (list === undefined || run.windowFrom === null || run.windowTo === null) {
    return takeStep(deps, run, async () => failed("no_list"));
  }
  const place = begun ?? firstPlace(contract.version, list);
  // What ends after the first question may not be in the answer.
  const readAt = run.readAt ?? new Date(await databaseNow(deps.db.client));
  const [fromMs, toMs] = [run.windowFrom.getTime(), run.windowTo.getTime()];
  const answer = await deps.list({ contract, fromMs, toMs, next: place.next, signal: deps.signal });
  if (deps.signal.aborted) return false;
  return takeStep(deps, run, async (tx) => {
    if (answer.kind !== "page") return notNow(run, answer);
    const page = readPage(list, answer.body, place.line, place.page);
    const step = goOn(run, place, list, page, answer.body);
    if (step.end === undefined && page.ok)
      await stageRows(
        tx,
        run.number,
        page.rows.map(({ row }) => row),
      );
    return { ...step, readAt };
  });
}

async function contractOf({ catalog }: ReconcileDeps, tool: string, begun: Place | null): Promise<CompiledContract> {
  return begun === null ? (await catalog.active(tool)).contract : catalog.version(tool, begun.version);
}

function firstPlace(version: number, { next }: List): Place {
  const page = next !== undefined && "page" in next ? next.page : 1;
  return { version, next: null, page, line: 0, pages: 0, trail: null };
}

function failed(failure: string): Step {
  return { phase: "done", end: { state: "failed", failure } };
}

function notNow(run: ReconciliationRow, answer: Exclude<PageAnswer, { kind: "page" }>): Step {
  if (answer.kind === "failed" || run.tries + 1 >= TRIES_MAX) return failed(answer.why);
  const waitMs = Math.min(BACK_OFF_MAX_MS, BACK_OFF_MS * 2 ** run.tries);
  return { tries: run.tries + 1, inMs: answer.retryAfterMs ?? waitMs };
}

function goOn(run: ReconciliationRow, place: Place, list: List, page: ListingPage, body: JsonValue): Step {
  if (!page.ok) return failed(page.why);
  const { rows, next, itemCount } = page;
  const line = place.line + itemCount;
  if (line > LISTED_ROWS_MAX) return failed("listing_too_long");
  const bad = rows.filter(({ row }: ReadRow) => row.fault !== null).length;
  const counted = { rows: itemCount, bad, pages: 1 };
  const done = run.done + itemCount;
  if (next === null) return { counted, phase: "rows", cursor: 0, done: 0, total: line };
  if (place.pages + 1 >= PAGES_MAX) return failed("listing_too_long");
  // A number always grows: there it is the page itself that must not come again.
  const isByNumber = list.next !== undefined && "page" in list.next;
  const trail = walkOn(place.trail, isByNumber ? digestJson(body) : digestJson(next));
  if (trail === null) return failed("listing_repeats");
  const cursor = { version: place.version, next, page: place.page + 1, line, pages: place.pages + 1, trail };
  return { counted, cursor, done };
}
