import { parseDurationMs } from "@/lib/domain/duration";
import { InvalidError } from "./errors";

/** A duration of a body, by the field that holds it. What the wire let through can only be too long. */
export function requireDurationMs(text: string, pointer: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs !== null) return durationMs;
  const message = "Expected a duration of at most ten years, such as 24h or 90d.";
  throw new InvalidError("invalid_request", "The body is not as expected.", [{ pointer, message }]);
}
