import type { JsonValue } from "../json";
import { appendToken } from "../pointer";

const REPORTED_MAX = 20;

/**
 * Members named `__proto__`, anywhere. We could carry one safely, but too many programs downstream take it for
 * something else, and one of them would drop it silently: refused, never dropped. Depth is bounded by the parser.
 */
export function findProtoMembers(value: JsonValue, pointer = "", found: string[] = []): string[] {
  if (typeof value !== "object" || value === null || found.length >= REPORTED_MAX) return found;
  for (const [name, member] of Object.entries(value)) {
    const at = appendToken(pointer, name);
    if (name === "__proto__") found.push(at);
    else findProtoMembers(member, at, found);
  }
  return found;
}
