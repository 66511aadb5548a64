/**
 * The table of normalisers. Each rule is compiled once into a function from a raw value to its normal form; two
 * values are the same argument exactly when their normal forms have the same canonical JSON (RFC 8785).
 *
 *  N1 Idempotent: a normal form that the rule accepts as input is its own normal form.
 *  N2 Nothing is rounded or guessed: what has two readings is refused.
 *  N3 `null` is a value of its own under every rule; whoever calls has already removed the nulls that mean absent.
 */

import { isJsonObject, type JsonValue } from "../json";
import { isWellFormed } from "./characters";
import { normaliseCode } from "./code";
import { makeCollection } from "./collection";
import { normaliseCountry } from "./country";
import { normaliseEmail } from "./email";
import { currentEngines, type Engines } from "./engines";
import { makeEnumeration } from "./enumeration";
import { makeId } from "./id";
import { normaliseMoney } from "./money";
import { accept, type NormaliseContext, type Normalised, type Normaliser, refuse } from "./normalised";
import { normaliseDecimal, normaliseInteger } from "./number";
import { normalisePhone } from "./phone";
import type { NormaliserRule } from "./rule";
import { normaliseText } from "./text";
import { makeDate, makeInstant } from "./time";
import { normaliseUrl } from "./url";

export type { NormaliseContext, Normalised } from "./normalised";

export function normaliseValue(rule: NormaliserRule, value: JsonValue, context: NormaliseContext): Normalised {
  return compileNormaliser(rule)(value, context);
}

export function compileNormaliser(rule: NormaliserRule, engines: Engines = currentEngines(rule)): Normaliser {
  const normalise = normaliserOf(rule, engines);
  return (value, context) => {
    if (value === null) return accept(null);
    // Half a character has no UTF-8: libraries would each replace it in their own way.
    if (typeof value === "string" && !isWellFormed(value)) return refuse("Expected well-formed Unicode text.");
    return normalise(value, context);
  };
}

function normaliserOf(rule: NormaliserRule, engines: Engines): Normaliser {
  const engine = engines[rule.as] ?? 1;
  switch (rule.as) {
    case "id":
      return makeId(rule);
    case "code":
      return (value) => normaliseCode(value, rule.compact === true, engine);
    case "text":
      return (value) => normaliseText(value, engine);
    case "email":
      return (value) => normaliseEmail(value, rule.plus === "strip", engine);
    case "phone":
      return (value) => normalisePhone(value, rule.region);
    case "url":
      return (value) => normaliseUrl(value, rule.query ?? "kept", engine);
    case "integer":
      return normaliseInteger;
    case "decimal":
      return normaliseDecimal;
    case "money":
      return (value, context) => normaliseMoney(rule, value, context);
    case "date":
      return makeDate(rule.zone, engine);
    case "instant":
      return makeInstant(rule.zone, engine);
    case "enum":
      return makeEnumeration(rule);
    case "country":
      return normaliseCountry;
    case "boolean":
      return (value) => (typeof value === "boolean" ? accept(value) : refuse("Expected true or false."));
    case "set":
    case "bag":
    case "list":
      return makeCollection(rule.as, compileNormaliser(rule.of ?? { as: "json" }, engines));
    case "json":
      return normaliseJson;
  }
}

/** Kept as it is: canonical JSON is what compares it. Walked without recursion, however deep it nests. */
function normaliseJson(value: JsonValue): Normalised {
  // A text was looked at before any rule.
  if (typeof value === "string" || typeof value === "boolean") return accept(value);
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string" && !isWellFormed(next)) return refuse("Expected well-formed Unicode text.");
    if (typeof next === "number" && !Number.isFinite(next)) return refuse("Expected a finite number.");
    if (Array.isArray(next)) for (const element of next) pending.push(element);
    else if (isJsonObject(next)) {
      for (const [name, member] of Object.entries(next)) pending.push(name, member);
    }
  }
  return accept(value);
}
