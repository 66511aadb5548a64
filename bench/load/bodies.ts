/** The submissions: a refund with money, an enum and a note, as contracts/bench_refund.yaml describes it. */
import type { BodyPlan } from "./job";

export const BENCH_TOOL = "bench_refund";

const NOTES = [
  "The parcel never arrived; the customer asked for the money back.",
  "Customer says that the item did not reach them and wants a refund.",
];

/** What tells the intent of a turn from all others. */
export function nameOf({ prefix, distinctCount }: BodyPlan, turn: number): string {
  return `${prefix}-${numberOf(distinctCount, turn)}`;
}

function numberOf(distinctCount: number | null, turn: number): number {
  return distinctCount === null ? turn : turn % distinctCount;
}

export function makeBody(plan: BodyPlan, turn: number): string {
  const n = numberOf(plan.distinctCount, turn);
  // Up to 50 the policy clears, above it a person must approve.
  const cents = (plan.verdict === "cleared" ? 100 : 6_000) + (n % 4_900);
  const amount = (cents / 100).toFixed(2);
  const name = nameOf(plan, turn);
  const written = plan.reworded ? `"$${amount}"` : Number(amount);
  const reason = plan.reworded ? "Requested" : "requested";
  const note = NOTES[plan.reworded ? 1 : 0];
  return `{"tool":"${BENCH_TOOL}","run":"run-${name}","step":"refund","args":{"paymentId":"pay-${name}","amount":${written},"currency":"USD","reason":"${reason}","note":"${note}"}}`;
}
