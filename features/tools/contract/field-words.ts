/** The fields of a contract: what each is for, how it is compared, and what the schema says of it. */

import { fieldName, unescapeToken } from "@/components/field-name";
import { type FieldRole, ROLE_WORDS } from "@/components/field-role";
import { comparedAs } from "./normaliser-words";
import { isObject, type Json, objectAt, type ReadContract, textAt } from "./read-definition";
import { schemaAt } from "./schema-at";
import type { Statement } from "./statement";

export type FieldWords = {
  pointer: string;
  name: string;
  /** Null: a role that this page has no words for. */
  role: FieldRole | null;
  roleWritten: string;
  compared: string;
  /** What the schema says of it. */
  notes: string[];
  description: string | null;
  /** No rule names it: it is material because of that. */
  isUnnamed: boolean;
};

const ROLE_ORDER: (FieldRole | null)[] = ["identity", "material", "incidental", null];

/** Those that name the action first; among equals in the order of the contract. */
export function fieldWords({ definition }: Pick<ReadContract, "definition">): FieldWords[] {
  const rules = objectAt(definition, "fields") ?? {};
  const named = Object.entries(rules).map(([pointer, rule]) => namedField(definition, pointer, rule));
  const all = [...named, ...unnamedFields(definition, rules)];
  return ROLE_ORDER.flatMap((role) => all.filter((field) => field.role === role));
}

export function identityNames(contract: Pick<ReadContract, "definition">): string[] {
  return fieldWords(contract).flatMap(({ role, name }) => (role === "identity" ? name : []));
}

export function fieldStatements(contract: ReadContract): Statement[] {
  const fields = fieldWords(contract).map(({ name, role, roleWritten, compared, notes, isUnnamed }) => {
    const word = role === null ? roleWritten : ROLE_WORDS[role].word.toLowerCase();
    const rest = [isUnnamed ? "no rule names it" : null, ...notes].filter((note) => note !== null);
    return { text: `${name}: ${word}; compared as ${compared}.${rest.length === 0 ? "" : ` (${rest.join(", ")})`}` };
  });
  return [...fields, { text: otherArgsWords(contract) }];
}

/** What becomes of an argument that is not in the list. */
export function otherArgsWords({ definition }: Pick<ReadContract, "definition">): string {
  return objectAt(definition, "args")?.["additionalProperties"] === false
    ? "Any other argument is refused."
    : "Any other argument is taken, and a difference in it matters.";
}

function namedField(definition: Json, pointer: string, rule: unknown): FieldWords {
  const written = textAt(rule, "role") ?? "material";
  return {
    pointer,
    name: fieldName(pointer),
    role: isRole(written) ? written : null,
    roleWritten: written,
    compared: comparedAs(rule),
    isUnnamed: false,
    ...schemaWords(definition, pointer),
  };
}

/** Arguments of the schema that no rule speaks of. A currency that a money rule points at is read as a code. */
function unnamedFields(definition: Json, rules: Json): FieldWords[] {
  const properties = objectAt(objectAt(definition, "args"), "properties") ?? {};
  const spoken = new Set(Object.keys(rules).map((pointer) => unescapeToken(pointer.split("/")[1] ?? "")));
  const currencies = new Set(Object.values(rules).flatMap((rule) => textAt(rule, "currency") ?? []));
  return Object.keys(properties).flatMap((name) => {
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (spoken.has(name)) return [];
    const rule = currencies.has(pointer) ? { as: "code" } : { as: "json" };
    return { ...namedField(definition, pointer, rule), isUnnamed: !currencies.has(pointer) };
  });
}

function isRole(text: string): text is FieldRole {
  return Object.hasOwn(ROLE_WORDS, text);
}

function schemaWords(definition: Json, pointer: string): Pick<FieldWords, "notes" | "description"> {
  const found = schemaAt(objectAt(definition, "args"), pointer);
  if (found === null) return { notes: [], description: null };
  const { schema, isRequired } = found;
  const notes = isRequired ? ["required"] : ["optional"];
  if (isObject(schema) && Object.hasOwn(schema, "default")) {
    notes.push(`${JSON.stringify(schema["default"])} where it is left out`);
  }
  return { notes, description: textAt(schema, "description") };
}
