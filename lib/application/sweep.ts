/**
 * What the clock does, from Postgres alone: leases that ran out, holds that expired. One turn returns how much it did;
 * each intent is a transaction of its own, so that one that cannot be moved, or that another transaction holds, does not
 * hold up the rest.
 */
import { crashPoint } from "@/lib/config/crash-point";
import type { IntentEvent } from "@/lib/domain/event";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { lostLeases } from "@/lib/store/due-work";
import { expiredHolds } from "@/lib/store/holds";
import { isAnsweredRow } from "@/lib/store/intent-row";
import type { TermsOf } from "@/lib/store/intents";
import { applyEvent, LockedIntentError } from "./apply-event";
import type { JumpsAt } from "./clock-watch";
import { RefusedError } from "./errors";

const TURN_MAX = 200;

export type SweepDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  jumpsAt?: JumpsAt;
  random: () => number;
  announce: (intentIds: string[]) => void;
  /** After the commit: the downstream should be asked at once. */
  onDoubt?: () => void;
  onError: (error: unknown, intentId: string) => void;
};

export async function sweepOnce(deps: SweepDeps): Promise<number> {
  let moved = 0;
  for (const { intentId } of await lostLeases(deps.db.client, TURN_MAX)) {
    const eventAt = (at: number) => ({ type: "lose_lease", at, jitter: deps.random() }) as const;
    moved += await move(deps, intentId, eventAt, { failure: LEASE_LOST });
  }
  for (const intentId of await expiredHolds(deps.db.client, TURN_MAX)) {
    moved += await move(deps, intentId, (at) => ({ type: "expire", at }));
  }
  return moved;
}

/** How the attempt ended, as far as is known. */
const LEASE_LOST = { code: "lease_lost", message: "The worker that had this attempt did not report back in time." };

async function move(
  deps: SweepDeps,
  intentId: string,
  eventAt: (at: number) => IntentEvent,
  detail: Record<string, unknown> = {},
): Promise<number> {
  try {
    const actor = { kind: "system", id: "sweeper" } as const;
    const row = await deps.db.transaction((tx) =>
      applyEvent(tx, deps, { intentId, actor, event: eventAt, passesBy: true, detail }),
    );
    crashPoint("swept");
    if (isAnsweredRow(row)) deps.announce([intentId]);
    if (row.state === "in_doubt") deps.onDoubt?.();
    return 1;
  } catch (error) {
    // Decided or settled between our look and our lock, or just being: nothing is left to do, or the next turn does it.
    if (!(error instanceof RefusedError) && !(error instanceof LockedIntentError)) deps.onError(error, intentId);
    return 0;
  }
}
