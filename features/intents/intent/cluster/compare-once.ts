import type { ExplainedField } from "@/lib/wire/explained-field";
import type { SubmissionDto } from "@/lib/wire/intent";
import { type Comparison, compareFields } from "../fields/compare-fields";

type Fields = readonly ExplainedField[];

const known = new WeakMap<Fields, WeakMap<Fields, Comparison>>();

/**
 * A submission against what runs; null where its args are erased. Remembered: of five hundred rows that are read again,
 * those that are the same stay the same, and are not drawn again.
 */
export function compareOnce(runs: Fields, { fields }: SubmissionDto): Comparison | null {
  if (fields === null) return null;
  const beside = known.get(runs) ?? new WeakMap<Fields, Comparison>();
  known.set(runs, beside);
  const comparison = beside.get(fields) ?? compareFields(runs, fields);
  beside.set(fields, comparison);
  return comparison;
}
