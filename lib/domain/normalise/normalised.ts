import type { JsonValue } from "../json";

/** A refusal says what was expected and repeats nothing of the value: it may end up in a log. */
export type Normalised = { ok: true; value: JsonValue } | { ok: false; message: string };

/** `at` reads another argument; `*` in its pointer means the element that is being normalised. */
export type NormaliseContext = { at: (pointer: string) => JsonValue | undefined };

/** `null` never reaches one of these: it is a value of its own, whatever the rule. */
export type Normaliser = (value: JsonValue, context: NormaliseContext) => Normalised;

export function accept(value: JsonValue): Normalised {
  return { ok: true, value };
}

export function refuse(message: string): Normalised {
  return { ok: false, message };
}
