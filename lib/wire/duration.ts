import * as z from "zod";

/** `500ms`, `10s`, `15m`, `24h`, `7d`: as in contracts. */
export const Duration = z
  .string()
  .regex(/^\d{1,9}(ms|s|m|h|d)$/, { error: "Expected a duration such as 15m, 24h or 90d." })
  .meta({ description: "A duration such as 15m, 24h or 90d." });

/** How long something lasts that would be pointless if it lasted no time at all. */
export const Lifetime = Duration.refine((text) => !/^0+\D/.test(text), { error: "Expected more than no time." }).meta({
  description: "A duration such as 15m, 24h or 90d; more than zero.",
});
