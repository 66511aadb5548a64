import type { JsonValue } from "../../json";

/** What a rule must do with raw values; `currency` is what stands at `/currency`. */
export type Spellings = {
  rule: unknown;
  currency?: string;
  /** Each group is one argument in several spellings. */
  same?: JsonValue[][];
  /** No two of these are the same argument. */
  apart?: JsonValue[];
  refused?: JsonValue[];
};
