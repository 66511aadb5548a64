import type { z } from "zod";

type Period = { from?: string | undefined; to?: string | undefined };

/** A time that is over before it begins is a mistake, not a question about nothing. `to` itself is not part of it. */
export function requirePeriod({ from, to }: Period, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined || !(Date.parse(from) >= Date.parse(to))) return;
  context.addIssue({ code: "custom", path: ["from"], message: "`from` must be earlier than `to`." });
}

/** The same where `to` is part of it. */
export function requireClosedPeriod({ from, to }: Period, context: z.RefinementCtx): void {
  if (from === undefined || to === undefined || !(Date.parse(from) > Date.parse(to))) return;
  context.addIssue({ code: "custom", path: ["from"], message: "`from` must not be later than `to`." });
}
