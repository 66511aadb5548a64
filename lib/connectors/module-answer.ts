/**
 * Reads what a module returned or threw. Its author is trusted to act, not to have read this file.
 * Texts stay whole here: half a secret, left by a cut, is one that no redactor finds.
 */
import * as z from "zod";
import type { JsonValue } from "@/lib/domain/json";
import { isDeeperThan } from "@/lib/domain/json-depth";
import { ANSWER_BYTES_MAX, ANSWER_DEPTH_MAX } from "./read-answer";
import { makeStorable } from "./storable";

const EFFECT_ID_MAX = 500;
const RETRY_AFTER_MAX_MS = 3_600_000;

const Code = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const EffectId = z.union([z.string().min(1).max(EFFECT_ID_MAX), z.number(), z.bigint()]).transform(String);

const Outcome = z.object({
  outcome: z.enum(["success", "partial", "definitive", "not_sent", "unknown", "configuration"]),
  effectId: EffectId.optional(),
  result: z.unknown().optional(),
  correctiveAction: z.string().optional(),
  code: Code.optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  retryAfterMs: z.number().min(0).max(RETRY_AFTER_MAX_MS).optional().catch(undefined),
});
const Value = z.object({ effectId: EffectId.optional(), result: z.unknown().optional() });

type Redact = (text: string) => string;
type Spoken = Omit<z.infer<typeof Outcome>, "result"> & { result?: (redact: Redact) => JsonValue };

export type Said = { kind: "said"; said: Spoken } | { kind: "failed"; message: string } | { kind: "timed_out" };

export function readSaid(value: unknown, how: "returned" | "thrown"): Said {
  const spoken = Outcome.safeParse(value);
  if (spoken.success) return { kind: "said", said: withResult(spoken.data) };
  if (hasOutcome(value)) return { kind: "failed", message: "it named an outcome in a shape that means nothing" };
  if (how === "thrown") return { kind: "failed", message: messageOf(value) };
  const plain = Value.safeParse(value);
  // What else it may return is its result; a write then has no effect id, and that is for the caller to judge.
  const found = plain.success ? plain.data : { result: value };
  return { kind: "said", said: withResult({ outcome: "success", ...found }) };
}

function withResult({ result, ...rest }: z.infer<typeof Outcome>): Spoken {
  return result === undefined ? rest : { ...rest, result: (redact) => keep(result, redact) };
}

/** A result that cannot be stored must not turn a known success into a doubt. */
function keep(result: unknown, redact: Redact): JsonValue {
  try {
    const text = JSON.stringify(result) ?? "null";
    if (text.length > ANSWER_BYTES_MAX || isDeeperThan(text, ANSWER_DEPTH_MAX)) return { truncated: true };
    return makeStorable(JSON.parse(text) as JsonValue, redact);
  } catch {
    return null; // a cycle or a BigInt: it has no JSON form
  }
}

function hasOutcome(value: unknown): boolean {
  return typeof value === "object" && value !== null && "outcome" in value;
}

function messageOf(value: unknown): string {
  if (value instanceof Error) return value.message;
  return typeof value === "string" ? value : "it threw no error";
}
