import { hash } from "node:crypto";
import { canonicalJson, type JsonValue } from "./json";

/** SHA-256 over the canonical form, as lower-case hex. */
export function digestJson(value: JsonValue): string {
  return hash("sha256", canonicalJson(value), "hex");
}
