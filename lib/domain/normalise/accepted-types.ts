import type { NormaliserName } from "./rule";

export type JsonType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";

const ANYTHING: readonly JsonType[] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** The JSON Schema types that a normaliser reads: a schema that forbids one of them refuses what the rule accepts. */
export const ACCEPTED_TYPES: Readonly<Record<NormaliserName, readonly JsonType[]>> = {
  id: ["string", "integer"],
  code: ["string"],
  text: ["string"],
  email: ["string"],
  phone: ["string"],
  url: ["string"],
  integer: ["integer", "string"],
  decimal: ["number", "string"],
  money: ["number", "string"],
  date: ["string"],
  instant: ["string"],
  enum: ["string"],
  country: ["string"],
  boolean: ["boolean"],
  set: ["array"],
  bag: ["array"],
  list: ["array"],
  json: ANYTHING,
};
