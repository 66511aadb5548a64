/** What an operator typed, as args; or what is wrong with it, and where. */
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { FieldError } from "@/lib/wire/problem";
import { compareFields } from "../fields/compare-fields";
import { findPlaces } from "./json-places";
import { toFields } from "./to-fields";

export type EditFault = { pointer: string; line: number | null; message: string };
export type ReadEdit = { ok: true; args: Record<string, unknown> } | { ok: false; faults: EditFault[] };

export const NOTHING_CHANGED: EditFault = {
  pointer: "",
  line: null,
  message: "Nothing is changed. To approve it as it is, use Approve.",
};

type Before = { args: Record<string, unknown>; fields: readonly ExplainedField[] };

export function readEdit(text: string, before: Before): ReadEdit {
  let args: unknown;
  try {
    args = JSON.parse(text);
  } catch (error) {
    return { ok: false, faults: [syntaxFault(text, error)] };
  }
  if (typeof args !== "object" || args === null || Array.isArray(args)) return refuse("Args are a JSON object: { … }.");
  const { lines, faults } = findPlaces(text);
  if (faults.length > 0) {
    return { ok: false, faults: faults.map((fault) => ({ ...fault, line: lines.get(fault.pointer) ?? null })) };
  }
  const edited = args as Record<string, unknown>;
  const comparison = compareFields(toFields(before.args, before.fields), toFields(edited, before.fields));
  if (comparison.changes.length === 0) return { ok: false, faults: [NOTHING_CHANGED] };
  const identity = comparison.changes.filter(({ role }) => role === "identity");
  if (identity.length === 0) return { ok: true, args: edited };
  return {
    ok: false,
    faults: identity.map(({ pointer }) => ({
      pointer,
      line: lines.get(pointer) ?? null,
      message: "It says which action this is, and cannot be edited.",
    })),
  };
}

/** The server's words about a body, at the lines of the text that became its args. */
export function placeErrors(text: string, errors: readonly FieldError[]): EditFault[] {
  const { lines } = findPlaces(text);
  return errors.map(({ pointer, message }) => {
    const inArgs = pointer.replace(/^\/args/, "");
    return { pointer: inArgs, line: lines.get(inArgs) ?? null, message };
  });
}

function refuse(message: string): ReadEdit {
  return { ok: false, faults: [{ pointer: "", line: null, message }] };
}

function syntaxFault(text: string, error: unknown): EditFault {
  const message = error instanceof Error ? error.message : "";
  const at = /position (\d+)/.exec(message)?.[1];
  const line = at === undefined ? null : text.slice(0, Number(at)).split("\n").length;
  return { pointer: "", line, message: "This is not JSON: look for a missing comma, quote or bracket." };
}
