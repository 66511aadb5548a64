/** A person says what came of a finding. What was said is kept with it, and beside the event that it was said. */
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { type FindingRow, findFinding, changeFinding as saveChange } from "@/lib/store/findings";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { StoredOperator } from "@/lib/store/operators";
import type { FindingStateBody } from "@/lib/wire/finding";
import { ConflictError, NotFoundError } from "./errors";

export type ChangeFindingDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type ChangeFindingInput = { operator: StoredOperator; id: string; body: FindingStateBody };

export async function changeFinding(deps: ChangeFindingDeps, input: ChangeFindingInput): Promise<FindingRow> {
  const { operator, id, body } = input;
  return deps.db.transaction(async (tx) => {
    const before = await findFinding(tx, id);
    if (before === null) throw new NotFoundError("not_found", "There is no such finding.");
    const note = body.note ?? null;
    if (body.version !== undefined && body.version !== before.version) throw changed(before);
    // Twice the same click changes nothing; anything else was said of another state than the one on the screen.
    if (before.state === body.state && before.note === note && before.changedBy?.id === operator.id) return before;
    if (before.state === body.state) throw changed(before);
    const at = await databaseNow(tx);
    const change = { state: body.state, note, changedBy: operator.id, changedAt: new Date(at) };
    if (!(await saveChange(tx, id, before.version, change))) throw changed((await findFinding(tx, id)) ?? before);
    const { namespace, intentId, tool: subject } = before;
    const data = { findingId: id, kind: before.kind, from: before.state, to: body.state };
    const detail = note === null ? {} : { note };
    const actor = { kind: "operator", id: operator.id } as const;
    await recordEvents(tx, deps.newId, at, [
      { type: `finding.${WORDS[body.state]}`, actor, namespace, intentId, subject, data, detail },
    ]);
    return (await findFinding(tx, id)) ?? before;
  });
}

const WORDS = { open: "reopened", acknowledged: "acknowledged", resolved: "resolved" } as const;

function changed({ state, changedBy, changedAt }: FindingRow): ConflictError {
  const who =
    changedBy === null ? "" : `: ${changedBy.name} said so on ${changedAt?.toISOString() ?? "an earlier day"}`;
  return new ConflictError("finding_changed", `The finding is ${state} now${who}.`, {
    correctiveAction: "Read the finding again and decide on what it says now.",
  });
}
