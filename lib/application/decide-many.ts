/**
 * One verdict on many held intents. Each is decided by itself, as if it had been sent alone, and has an answer of its
 * own: one that lost a race does not keep the others from being decided.
 *
 * Approving what is of high value or irreversible takes a person's look at each of them: never in a batch.
 */
import { findIntentRow } from "@/lib/store/intents";
import type { StoredOperator } from "@/lib/store/operators";
import type { BatchBody } from "@/lib/wire/inbox";
import { type DecideDeps, decideIntent } from "./decide-intent";
import { ConflictError, InvalidError } from "./errors";

/** Each takes a connection; people who decide one by one beside it need some too. */
const AT_ONCE_MAX = 3;

export type DecidedItem = { intentId: string; error: unknown };
type DecideMany = { operator: StoredOperator; body: BatchBody };

/** In the order of the items; `error` is null where it was decided. */
export async function decideMany(deps: DecideDeps, input: DecideMany): Promise<DecidedItem[]> {
  requireReason(input.body);
  const { items } = input.body;
  const results = new Array<DecidedItem>(items.length);
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as (typeof items)[number];
      const error = await decideOne(deps, input, item).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      results[index] = { intentId: item.intentId, error };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, work));
  return results;
}

async function decideOne(
  deps: DecideDeps,
  { operator, body: { verdict, reason } }: DecideMany,
  { intentId, argsDigest, heldSince }: BatchBody["items"][number],
): Promise<void> {
  if (verdict === "approve") await requireSmall(deps, intentId);
  const seen = { argsDigest, ...(heldSince === undefined ? {} : { heldSince }) };
  const body = { verdict, ...seen, ...(reason === undefined ? {} : { reason }) };
  await decideIntent(deps, { operator, intentId, body });
}

async function requireSmall(deps: DecideDeps, intentId: string): Promise<void> {
  const row = await findIntentRow(deps.db.client, intentId);
  // Somebody who may not know of it is told by the decision itself.
  if (row === null) return;
  const { definition } = await deps.versionOf(deps.db.client, row.tool, row.contractVersion);
  if (definition.value === "low" && definition.effect !== "irreversible") return;
  const why = definition.effect === "irreversible" ? "It cannot be taken back" : "It is of high value";
  throw new ConflictError("not_in_batch", `${why}: it is approved by itself, not in a batch.`, {
    intentId,
    correctiveAction: "Look at the intent and decide on it alone.",
  });
}

function requireReason({ verdict, reason }: BatchBody): void {
  if (verdict === "approve" || (reason !== undefined && reason !== "")) return;
  const message = "A denial needs a reason; it goes back to the agents.";
  throw new InvalidError("invalid_request", message, [{ pointer: "/reason", message }]);
}
