/**
 * Two versions of the same action, field by field. What counts is decided by how a field is compared and by its role,
 * never by how it was written:
 *
 *   differs     another meaning, and it counts: identity or material
 *   incidental  another value where a difference does not count
 *   respelled   written differently, compared as the same
 */
import type { ExplainedField } from "@/lib/wire/explained-field";
import { isEqualJson } from "./equal-json";

export type FieldRole = ExplainedField["role"];
export type FieldChange = "differs" | "incidental" | "respelled";

export type ComparedField = {
  pointer: string;
  role: FieldRole;
  change: FieldChange;
  /** Null: this side does not have the field. */
  runs: ExplainedField | null;
  other: ExplainedField | null;
};

/** `equal`: written and compared the same on both sides. */
export type Comparison = { changes: ComparedField[]; equal: ExplainedField[] };

const CHANGE_ORDER: Record<FieldChange, number> = { differs: 0, incidental: 1, respelled: 2 };

/** What matters most first; among equals in the order in which the args have them. */
export function compareFields(runs: readonly ExplainedField[], other: readonly ExplainedField[]): Comparison {
  const [left, right] = [byPointer(runs), byPointer(other)];
  const changes: ComparedField[] = [];
  const equal: ExplainedField[] = [];
  for (const pointer of new Set([...left.keys(), ...right.keys()])) {
    const [here, there] = [left.get(pointer) ?? null, right.get(pointer) ?? null];
    if (here !== null && there !== null && isEqualJson(here.raw, there.raw)) equal.push(here);
    else changes.push(compare(pointer, here, there));
  }
  changes.sort((a, b) => CHANGE_ORDER[a.change] - CHANGE_ORDER[b.change]);
  return { changes, equal };
}

/** Whether any of it counts: then the two are not the same version of the action. */
export function countsAsOther({ changes }: Comparison): boolean {
  return changes.some(({ change }) => change === "differs");
}

function compare(pointer: string, runs: ExplainedField | null, other: ExplainedField | null): ComparedField {
  // Under two versions of a contract the same field may have two roles: the one that counts more is told.
  const role = strictest(runs?.role, other?.role);
  const isSameMeaning = runs !== null && other !== null && isEqualJson(runs.normalised, other.normalised);
  const change = isSameMeaning ? "respelled" : role === "incidental" ? "incidental" : "differs";
  return { pointer, role, change, runs, other };
}

const ROLES: readonly FieldRole[] = ["identity", "material", "incidental"];

function strictest(left: FieldRole | undefined, right: FieldRole | undefined): FieldRole {
  return ROLES.find((role) => role === left || role === right) ?? "material";
}

function byPointer(fields: readonly ExplainedField[]): Map<string, ExplainedField> {
  return new Map(fields.map((field) => [field.pointer, field]));
}
