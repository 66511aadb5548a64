/**
 * How the fields of coalesced submissions behave, told as suggestions: a material field that often varies makes drifts
 * of what may be one action; an incidental one that never varies hides nothing today, and a change of it would go
 * unseen.
 */
import { canonicalJson } from "../json";
import type { FieldReport } from "../normalise/normalise-args";
import { appendToken, EVERY_ELEMENT, isArrayIndex, parsePointer } from "../pointer";
import { isOnlySpelling } from "./near-identical";

export type FieldCount = {
  role: "material" | "incidental";
  as: string;
  /** Intents with several submissions in which the field is there. */
  compared: number;
  varied: number;
  /** Of those that varied: only the spelling did. */
  spelling: number;
  examples: string[];
};
export type FieldCounts = Record<string, FieldCount>;

export type Suggestion = {
  pointer: string;
  suggests: "normalise" | "reconsider_material" | "reconsider_incidental";
  says: string;
} & FieldCount;

const EXAMPLES_MAX = 5;
const FIELDS_MAX = 200;
/** Fewer than this say nothing. */
const VARIED_MIN = 3;
const VARIED_SHARE_MIN = 0.05;
const STEADY_MIN = 20;

/** One intent's submissions, each as the contract reads it; the first is what the others are compared with. */
export function countFields(
  counts: FieldCounts,
  intentId: string,
  readings: readonly (readonly FieldReport[])[],
): void {
  const [first, ...rest] = readings.map(byPlace);
  if (first === undefined || rest.length === 0) return;
  const places = new Set([first, ...rest].flatMap((fields) => [...fields.keys()]));
  for (const place of places) {
    const field = first.get(place) ?? rest.find((fields) => fields.has(place))?.get(place);
    if (field === undefined || field.role === "identity") continue;
    if (counts[place] === undefined && Object.keys(counts).length >= FIELDS_MAX) continue;
    const { role, as } = field;
    counts[place] ??= { role, as, compared: 0, varied: 0, spelling: 0, examples: [] };
    const count = counts[place];
    count.compared += 1;
    const others = rest
      .map((fields) => fields.get(place))
      .filter((other) => textOf(other) !== textOf(first.get(place)));
    if (others.length === 0) continue;
    count.varied += 1;
    const before = first.get(place)?.normalised ?? null;
    if (others.every((other) => isOnlySpelling(before, other?.normalised ?? null))) count.spelling += 1;
    if (count.examples.length < EXAMPLES_MAX) count.examples.push(intentId);
  }
}

export function suggestionsFrom(counts: FieldCounts): Suggestion[] {
  return Object.entries(counts)
    .flatMap(([pointer, count]) => suggestionFor(pointer, count))
    .sort((one, other) => other.varied - one.varied || (one.pointer < other.pointer ? -1 : 1));
}

function suggestionFor(pointer: string, count: FieldCount): Suggestion[] {
  const { role, compared, varied, spelling } = count;
  if (role === "incidental") {
    if (varied > 0 || compared < STEADY_MIN) return [];
    const says = `Never varied in ${compared} intents: if a change of it would matter, make it material.`;
    return [{ pointer, ...count, suggests: "reconsider_incidental", says }];
  }
  if (varied < VARIED_MIN || varied < compared * VARIED_SHARE_MIN) return [];
  if (spelling === varied) {
    const says = `Varied in ${varied} of ${compared} intents, each time only in spelling: give it a normaliser (\`as\`).`;
    return [{ pointer, ...count, suggests: "normalise", says }];
  }
  const says = `Varied in ${varied} of ${compared} intents: incidental if callers only reword it, identity if it names another thing.`;
  return [{ pointer, ...count, suggests: "reconsider_material", says }];
}

/** Elements of arrays are told together. */
function byPlace(fields: readonly FieldReport[]): Map<string, FieldReport> {
  const places = new Map<string, FieldReport>();
  for (const field of fields) {
    if (field.pointer.startsWith("#")) continue;
    const tokens = parsePointer(field.pointer).map((token) => (isArrayIndex(token) ? EVERY_ELEMENT : token));
    const name = tokens.reduce((pointer: string, token) => appendToken(pointer, token), "");
    if (!places.has(name)) places.set(name, field);
  }
  return places;
}

function textOf(field: FieldReport | undefined): string | null {
  return field === undefined ? null : canonicalJson(field.normalised);
}
