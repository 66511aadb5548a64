import type { ExplainedField } from "@/lib/wire/explained-field";
import type { FieldRole } from "../fields/compare-fields";

/**
 * Args that nobody has read yet, cut into fields as those were that are known, so that the two can stand side by side.
 * As written: how they are compared is the server's to say.
 */
export function toFields(args: Record<string, unknown>, known: readonly ExplainedField[]): ExplainedField[] {
  const roles = new Map(known.map(({ pointer, role }) => [pointer, role]));
  const parents = new Set(known.flatMap(({ pointer }) => parentsOf(pointer)));
  const fields: ExplainedField[] = [];
  const add = (value: unknown, pointer: string, above: FieldRole) => {
    const role = roles.get(pointer) ?? above;
    if (typeof value === "object" && value !== null && parents.has(pointer) && !roles.has(pointer)) {
      for (const [name, member] of Object.entries(value)) add(member, `${pointer}/${escapeToken(name)}`, role);
    } else fields.push({ pointer, role, as: "json", raw: value, normalised: value });
  };
  for (const [name, value] of Object.entries(args)) add(value, `/${escapeToken(name)}`, "material");
  return fields;
}

function parentsOf(pointer: string): string[] {
  const tokens = pointer.replace(/^#/, "").split("/").slice(1);
  const parents = tokens.map((_, index) => `/${tokens.slice(0, index).join("/")}`).slice(1);
  return pointer.startsWith("#") ? [...parents, pointer.slice(1)] : parents;
}

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
