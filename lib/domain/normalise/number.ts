import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { accept, type Normalised, refuse } from "./normalised";
import { joinDecimal, plainDecimal } from "./plain-decimal";

const INTEGER = /^(-?)([0-9]+)$/;
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

export function normaliseInteger(value: JsonValue): Normalised {
  const integer = integerText(value);
  return integer === null ? refuse('Expected an integer such as 5 or "5".') : accept(integer);
}

/** A whole number, or ASCII digits with an optional minus; null for everything else. */
export function integerText(value: JsonValue): string | null {
  if (typeof value === "number") return Number.isInteger(value) ? plainDecimal(value) : null;
  if (typeof value !== "string") return null;
  const match = INTEGER.exec(trimWhiteSpace(value));
  return match ? joinDecimal(match[1] === "-", match[2] ?? "", "") : null;
}

export function normaliseDecimal(value: JsonValue): Normalised {
  if (typeof value === "number" && Number.isFinite(value)) return accept(plainDecimal(value));
  const match = typeof value === "string" ? DECIMAL.exec(trimWhiteSpace(value)) : null;
  if (!match) return refuse('Expected a number such as 0.5 or "0.5", without exponent or separators.');
  return accept(joinDecimal(match[1] === "-", match[2] ?? "", match[3] ?? ""));
}
