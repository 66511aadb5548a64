/** The small shapes that a contract's members are made of. */
import * as z from "zod";
import { parseDurationMs } from "../duration";
import { isPointer } from "../pointer";

export function duration({ min, max }: { min?: string; max?: string }) {
  const leastMs = min === undefined ? 0 : (parseDurationMs(min) ?? 0);
  const mostMs = max === undefined ? Number.POSITIVE_INFINITY : (parseDurationMs(max) ?? 0);
  return z.string().superRefine((text, context) => {
    const ms = parseDurationMs(text);
    if (ms === null) {
      context.addIssue({ code: "custom", message: "Expected a duration such as 500ms, 10s, 15m, 24h or 7d." });
    } else if (ms < leastMs) context.addIssue({ code: "custom", message: `Expected at least ${min}.` });
    else if (ms > mostMs) context.addIssue({ code: "custom", message: `Expected at most ${max}.` });
  });
}

export const Pointer = z
  .string()
  .refine(isPointer, { error: "Expected a JSON pointer such as /amount or /items/*/sku." });

export const HeaderName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);

export const Cel = z.string().trim().min(1).max(4_000);
