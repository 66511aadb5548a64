/** What agents, operators and downstreams wrote, kept beside its event. The event holds a salted digest and nothing else. */
import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "../json";

/** Salted: once salt and text are removed, guessing does not tell what was said. Null: it has no canonical form. */
export function digestDetail(salt: string, detail: Record<string, unknown>): string | null {
  try {
    return hash("sha256", `{"detail":${canonicalJson(detail as JsonObject)},"salt":"${salt}"}`, "hex");
  } catch {
    return null; // half a character that a downstream sent: kept, and not digested
  }
}

/** Whether it is what the event was recorded with. */
export function isDetailOf(data: unknown, salt: string, detail: Record<string, unknown>): boolean {
  const { detailDigest } = (data ?? {}) as { detailDigest?: unknown };
  const digest = digestDetail(salt, detail);
  return digest !== null && detailDigest === digest;
}
