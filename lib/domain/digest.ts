import { createHash } from "node:crypto";
import { canonicalJson, type JsonValue } from "./json";

/** SHA-256 over the canonical form, as lower-case hex. */
export function digestJson(value: JsonValue): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
