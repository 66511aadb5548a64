/**
 * The semantic key (DESIGN 5): a hash that names the logical action, never the model's wording of it.
 *
 * K1  Only the contract, the agent's credentials and the orchestrator's context enter it; nothing else a model can
 *     write does (L7).
 * K2  The stem is the key without its generation: all generations of one action share it, and one of them is live.
 */
import { digestJson } from "./digest";
import type { JsonObject, JsonValue } from "./json";

export type KeyScope = "step" | "run" | "session" | "business";

export type SubmissionContext = {
  run: string | null;
  step: string | null;
  session: string | null;
  callerKey: string | null;
  occurrence: number;
};

/** The part of the key that says "in which situation"; null when the scope asks for something that was not sent. */
export function keyContext(scope: KeyScope, sent: SubmissionContext): JsonObject | null {
  const { run, step, session, callerKey, occurrence } = sent;
  // A fresh caller key must not buy a second charge, so under business scope it never enters the key.
  if (scope === "business") return { occurrence };
  if (callerKey !== null) return { caller: callerKey, occurrence };
  if (scope === "session") return session === null ? null : { session, occurrence };
  if (run === null) return null;
  if (scope === "run") return { run, occurrence };
  return step === null ? null : { run, step, occurrence };
}

export type KeyParts = { namespace: string; tool: string; context: JsonObject; identity: Record<string, JsonValue> };

export function deriveStem(parts: KeyParts): string {
  return digestJson({ v: 1, ...parts });
}

export function deriveKey(parts: KeyParts, generation: number): string {
  return digestJson({ v: 1, ...parts, generation });
}

export function deriveFingerprint(material: Record<string, JsonValue>): string {
  return digestJson({ material });
}

/** Look-alikes and variants are found by it: the same thing asked for, whatever the context. */
export function deriveIdentityDigest(parts: Omit<KeyParts, "context">): string {
  return digestJson({ v: 1, ...parts });
}

/** All occurrences of one action in one context: where the next occurrence is looked for. */
export function deriveFamily(parts: KeyParts): string {
  return digestJson({ v: 1, family: true, ...parts, context: withoutOccurrence(parts.context) });
}

export function withoutOccurrence(context: JsonObject): JsonObject {
  const { occurrence: _, ...rest } = context;
  return rest;
}

/** A caller's key belongs to a namespace and a tool; this names it there. */
export function callerKeyDigest(namespace: string, tool: string, callerKey: string): string {
  return digestJson({ v: 1, namespace, tool, callerKey });
}
