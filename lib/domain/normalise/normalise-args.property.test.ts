/**
 * Two properties of the maps. The first is exact and blind to normalisers: for rules that compare as json, args have
 * equal maps if and only if they are equal once their incidental values are taken out. The second re-spells a
 * meaning at random: same meaning, same maps; other meaning, other maps.
 */
import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { parsePointer } from "../pointer";
import { type CompiledFields, compileFields, normaliseArgs } from "./normalise-args";

vi.setConfig({ testTimeout: 30_000 });

const TAKEN_OUT = "\u0000";

const name = fc.constantFrom("a", "b", "0", "*", "#", "a/b", "a~1b", "__proto__");
const leaf = fc.constantFrom<JsonValue>(0, 1, "{}", "", null, [], {});
const { value: tinyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 3 }).map(fromEntries),
  ),
}));
const tinyArgs = fc.array(fc.tuple(name, tinyJson), { maxLength: 3 }).map(fromEntries);
const tinyPointer = fc
  .array(fc.constantFrom("a", "b", "*", "0", "a~1b", "#", "__proto__"), { minLength: 1, maxLength: 3 })
  .map((tokens) => `/${tokens.join("/")}`);
const tinyFields = fc
  .uniqueArray(fc.tuple(tinyPointer, fc.constantFrom("identity", "material", "incidental")), {
    selector: ([pointer]) => pointer,
    maxLength: 4,
  })
  .map((entries) => Object.fromEntries(entries.map(([pointer, role]) => [pointer, { role }])))
  .filter((fields) => !nests(Object.keys(fields)) && tryCompile(fields) !== null);

test("args have equal maps exactly when they are equal without their incidental values", () => {
  fc.assert(
    fc.property(tinyFields, fc.array(tinyArgs, { minLength: 30, maxLength: 60 }), (fields, samples) => {
      const compiled = compileFields(fields);
      const byMaps = new Map<string, string>();
      const byMeaning = new Map<string, string>();
      for (const args of samples) {
        const maps = mapsText(compiled, args);
        const meaning = canonicalize(withoutIncidental(fields, args)) ?? "";
        expect(byMaps.get(maps) ?? meaning).toBe(meaning);
        expect(byMeaning.get(meaning) ?? maps).toBe(maps);
        byMaps.set(maps, meaning);
        byMeaning.set(meaning, maps);
      }
    }),
    { numRuns: 250 },
  );
});

const FIELDS = {
  "/ref": { role: "identity", as: "id" },
  "/amount": { role: "material", as: "money", currency: "/currency" },
  "/at": { role: "material", as: "instant" },
  "/tags": { role: "material", as: "set", of: "id" },
  "/items/*/sku": { role: "identity", as: "code" },
  "/items/*/quantity": { role: "material", as: "integer" },
  "/items/*/note": { role: "incidental" },
  "/memo": { role: "incidental", as: "text" },
};
const compiledFields = compileFields(FIELDS);

const meaningOfItem = fc.record(
  { sku: fc.constantFrom("A1", "B2"), quantity: fc.integer({ min: -1, max: 2 }), extra: tinyJson },
  { requiredKeys: [] },
);
const meaningOfArgs = fc.record(
  {
    ref: fc.constantFrom("7", "8", "x", "X"),
    cents: fc.integer({ min: -200, max: 500_000 }),
    atMs: fc.integer({ min: 0, max: 4e12 }),
    tags: fc.uniqueArray(fc.constantFrom("a", "b", "7"), { maxLength: 3 }).map((tags) => tags.sort()),
    items: fc.array(meaningOfItem, { maxLength: 2 }),
    extra: tinyJson,
  },
  { requiredKeys: ["ref"] },
);
type Meaning = typeof meaningOfArgs extends fc.Arbitrary<infer Value> ? Value : never;

test("one meaning has one pair of maps, however it is spelt", () => {
  fc.assert(
    fc.property(meaningOfArgs, fc.infiniteStream(fc.nat({ max: 99 })), (meaning, dice) => {
      const roll = () => dice.next().value;
      expect(mapsText(compiledFields, spell(meaning, roll))).toBe(mapsText(compiledFields, spell(meaning, roll)));
    }),
    { numRuns: 500 },
  );
});

test("two meanings have two pairs of maps", () => {
  fc.assert(
    fc.property(
      meaningOfArgs,
      meaningOfArgs,
      fc.nat(),
      fc.infiniteStream(fc.nat({ max: 99 })),
      (one, other, keep, dice) => {
        const near = nearMiss(one, other, keep);
        const areSame = canonicalize(one) === canonicalize(near);
        const roll = () => dice.next().value;
        expect(mapsText(compiledFields, spell(one, roll)) === mapsText(compiledFields, spell(near, roll))).toBe(
          areSame,
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

/** Most pairs differ in one part only: that is where a merge would hide. */
function nearMiss(one: Meaning, other: Meaning, keep: number): Meaning {
  const names = ["ref", "cents", "atMs", "tags", "items", "extra"] as const;
  const changed = names[keep % names.length] ?? "ref";
  const near: Meaning = { ...one };
  delete (near as Partial<Meaning>)[changed];
  return changed in other ? { ...near, [changed]: other[changed] } : changed === "ref" ? one : near;
}

function spell(meaning: Meaning, roll: () => number): JsonObject {
  const pick = <Value>(...choices: Value[]): Value => choices[roll() % choices.length] as Value;
  const args: JsonObject = {
    ref: pick<JsonValue>(
      meaning.ref,
      ` ${meaning.ref}\n`,
      /^\d$/.test(meaning.ref) ? Number(meaning.ref) : meaning.ref,
    ),
  };
  if (meaning.cents !== undefined) {
    args.amount = spellAmount(meaning.cents, pick);
    args.currency = pick("USD", "usd", "Usd ");
  }
  if (meaning.atMs !== undefined) args.at = spellInstant(meaning.atMs, pick(0, 90, -300), pick("T", " ", "t"));
  if (meaning.tags)
    args.tags = pick(meaning.tags, meaning.tags.toReversed(), [
      ...meaning.tags,
      ...meaning.tags.map((tag) => ` ${tag}`),
    ]);
  if (meaning.items) args.items = meaning.items.map((item) => spellItem(item, pick, roll));
  if (meaning.extra !== undefined) args.extra = meaning.extra;
  if (roll() % 2 === 0) args.memo = `memo ${roll()}`;
  return fromEntries(pick(Object.entries(args), Object.entries(args).toReversed()));
}

type Pick = <Value>(...choices: Value[]) => Value;

function spellAmount(cents: number, pick: Pick): JsonValue {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.trunc(Math.abs(cents) / 100);
  const fraction = String(Math.abs(cents) % 100).padStart(2, "0");
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  return pick<JsonValue>(
    cents / 100,
    `${sign}${whole}.${fraction}`,
    `${sign}$${grouped}.${fraction}`,
    `${sign}USD ${grouped}.${fraction}`,
    `${sign}${whole}.${fraction} usd`,
  );
}

function spellInstant(epochMs: number, offsetMinutes: number, separator: string): string {
  const wall = new Date(epochMs + offsetMinutes * 60_000).toISOString().replace("T", separator).slice(0, -1);
  const offset = Math.abs(offsetMinutes);
  const hours = String(Math.trunc(offset / 60)).padStart(2, "0");
  return `${wall}${offsetMinutes < 0 ? "-" : "+"}${hours}:${String(offset % 60).padStart(2, "0")}`;
}

function spellItem(
  item: { sku?: string; quantity?: number; extra?: JsonValue },
  pick: Pick,
  roll: () => number,
): JsonObject {
  const spelt: JsonObject = {};
  if (item.sku !== undefined) spelt.sku = pick(item.sku, item.sku.toLowerCase(), ` ${item.sku}`);
  if (item.quantity !== undefined)
    spelt.quantity = pick<JsonValue>(item.quantity, String(item.quantity), ` ${item.quantity} `);
  if (item.extra !== undefined) spelt.extra = item.extra;
  if (roll() % 3 === 0) spelt.note = roll();
  return spelt;
}

function mapsText(compiled: CompiledFields, args: JsonObject): string {
  const result = normaliseArgs(compiled, args);
  if (!result.ok) throw new Error(`${JSON.stringify(args)}: ${JSON.stringify(result.errors)}`);
  return canonicalize([result.identity, result.material]) ?? "";
}

/** The oracle: members go, elements leave a mark so that positions stay. */
function withoutIncidental(fields: Record<string, { role: string }>, args: JsonObject): JsonValue {
  const copy: JsonObject = structuredClone(args);
  for (const [pointer, { role }] of Object.entries(fields)) {
    if (role === "incidental") takeOut(copy, parsePointer(pointer));
  }
  return copy;
}

function takeOut(value: JsonValue | undefined, [token = "", ...rest]: string[]): void {
  if (Array.isArray(value)) {
    const indexes =
      token === "*" ? [...value.keys()] : /^\d$/.test(token) && Number(token) < value.length ? [Number(token)] : [];
    for (const index of indexes) {
      if (rest.length === 0) value[index] = TAKEN_OUT;
      else takeOut(value[index], rest);
    }
  } else if (isJsonObject(value) && token !== "*" && Object.hasOwn(value, token)) {
    if (rest.length === 0) delete value[token];
    else takeOut(value[token], rest);
  }
}

function nests(pointers: string[]): boolean {
  return pointers.some((one) => pointers.some((other) => other !== one && other.startsWith(`${one}/`)));
}

function tryCompile(fields: Record<string, unknown>): CompiledFields | null {
  try {
    return compileFields(fields);
  } catch {
    return null;
  }
}

/** Unlike an object literal, this makes `__proto__` a member like any other, as JSON.parse does. */
function fromEntries(entries: [string, JsonValue][]): JsonObject {
  return Object.fromEntries(entries);
}
