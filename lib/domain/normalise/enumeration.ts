import { foldCase } from "./case-folding";
import { trimWhiteSpace } from "./characters";
import { accept, type Normaliser, refuse } from "./normalised";
import { normaliseForm } from "./unicode";

export type Choices = { values: readonly string[]; aliases?: Readonly<Record<string, string>> | undefined };

const VALUES_NAMED_MAX = 10;

/** Values are matched whatever their case; separators, plurals and spelling are not guessed. */
export function makeEnumeration(choices: Choices): Normaliser {
  const declared = new Map<string, string>();
  for (const [alias, value] of Object.entries(choices.aliases ?? {})) declared.set(matchKey(alias), value);
  for (const value of choices.values) declared.set(matchKey(value), value);
  const named = choices.values.slice(0, VALUES_NAMED_MAX).join(", ");
  const message = `Expected one of: ${named}${choices.values.length > VALUES_NAMED_MAX ? ", …" : ""}.`;
  return (value) => {
    const match = typeof value === "string" ? (declared.get(value) ?? declared.get(matchKey(value))) : undefined;
    return match === undefined ? refuse(message) : accept(match);
  };
}

/** The first pair of declarations that no input could tell apart, or an alias that leads nowhere. */
export function findConflict(choices: Choices): string | null {
  const seen = new Map<string, string>();
  for (const value of choices.values) {
    if (seen.has(matchKey(value)))
      return `The value ${JSON.stringify(value)} is declared twice, compared without case.`;
    seen.set(matchKey(value), value);
  }
  for (const [alias, value] of Object.entries(choices.aliases ?? {})) {
    if (!choices.values.includes(value)) return `The alias ${JSON.stringify(alias)} leads to no declared value.`;
    const other = seen.get(matchKey(alias)) ?? value;
    if (other !== value) return `The alias ${JSON.stringify(alias)} leads to two values.`;
    seen.set(matchKey(alias), value);
  }
  return null;
}

function matchKey(text: string): string {
  return normaliseForm(foldCase(normaliseForm(trimWhiteSpace(text), "NFC")), "NFC");
}
