/**
 * A submission as nearly all of them are, recognised without zod, which takes longer than all else that is done with the
 * body. Null: it has something rarer, or something wrong; then `SubmitBody` reads it, and says what.
 */
import type { SubmitBody } from "./intent";
import { isStorableText } from "./text";

export function readPlainSubmit(value: unknown): SubmitBody | null {
  if (!isObject(value) || !("tool" in value) || !("args" in value)) return null;
  for (const name of Object.keys(value)) if (!isPlain(name, value[name])) return null;
  return value as SubmitBody;
}

function isPlain(name: string, member: unknown): boolean {
  switch (name) {
    case "tool":
      return isText(member, 1, 128);
    case "args":
      return isObject(member);
    case "run":
    case "step":
    case "session":
      return member === null || isText(member, 1, 255);
    case "reason":
      return member === null || isText(member, 0, 4_000);
    case "occurrence":
      return member === null || isWhole(member, 1_000_000);
    case "contractVersion":
      return member === null || isWhole(member, Number.MAX_SAFE_INTEGER);
    default:
      return false;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown, lengthMin: number, lengthMax: number): boolean {
  return typeof value === "string" && value.length >= lengthMin && value.length <= lengthMax && isStorableText(value);
}

function isWhole(value: unknown, max: number): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= max;
}
