/** What people said or others answered, kept beside its event. The event holds a salted digest of it and nothing else. */
import { digestJson } from "../digest";
import type { JsonObject } from "../json";

/** Salted: once salt and text are removed, nobody can find out by guessing what was said. */
export function digestDetail(salt: string, detail: Record<string, unknown>): string {
  // As it will be read again: without what JSON leaves out.
  return digestJson({ salt, detail: JSON.parse(JSON.stringify(detail)) as JsonObject });
}

/** Whether it is what the event was recorded with. */
export function isDetailOf(data: unknown, salt: string, detail: Record<string, unknown>): boolean {
  const { detailDigest } = (data ?? {}) as { detailDigest?: unknown };
  try {
    return detailDigest === digestDetail(salt, detail);
  } catch {
    return false; // no canonical form, so nothing of ours
  }
}
