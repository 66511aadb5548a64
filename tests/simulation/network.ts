/**
 * How long what was sent may travel, and what an abort does to it. These are the assumptions under which the product
 * promises one effect:
 *
 * N1  An abort resets the connection: what lands after it lands well before `probe.absentAfter` is over.
 * N2  A connection that nobody aborts, because its process is dead or stands still, is given up by the network before
 *     lease and `absentAfter` are over together; where the downstream honours keys, within the window's margin.
 *
 * The mutant `no_reset` leaves N1 out, and the judge must see what comes of it.
 */
import { HONOUR_MARGIN_MS, LEASE_MARGIN_MS } from "@/lib/domain/intent";
import { CONTRACTS } from "./contracts";
import type { Mutant } from "./mutants";
import type { Plan } from "./plan";

export type Network = {
  transitMaxMs: (tool: string) => number;
  /** How much longer something may travel after an abort; what would take longer never arrives. */
  afterAbortMaxMs: number;
};

const SLACK_MS = 500;
const ABSENT_AFTER_MS = 5_000;
const UNRESET_MS = 40_000;

/** A clock that jumps uses up what the margins leave. */
export function networkOf({ plan, mutant }: { plan: Plan; mutant: Mutant | null }): Network {
  const jumpMs = plan.jump > 0 ? plan.jumpMs : 0;
  const withinMarginMs = HONOUR_MARGIN_MS - SLACK_MS - jumpMs;
  const unabortedMs = LEASE_MARGIN_MS + ABSENT_AFTER_MS - SLACK_MS - jumpMs;
  if (mutant === "no_reset") return { transitMaxMs: () => UNRESET_MS, afterAbortMaxMs: UNRESET_MS };
  const honours = (tool: string) => CONTRACTS.get(tool)?.terms.honoursKeyMs !== null;
  return {
    transitMaxMs: (tool) => (honours(tool) ? withinMarginMs : unabortedMs),
    afterAbortMaxMs: withinMarginMs,
  };
}
