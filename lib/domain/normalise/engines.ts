/**
 * Which edition of each normaliser makes keys. Time zones, Unicode, host names and phone numbers change, and so does our
 * own code; a key that was made stays what it is, so each change of an answer is a new engine beside the old one.
 *
 *  E1  An engine is the number of a normaliser's answers: tables and code. `engines.test` fails when an answer or a
 *      table changes and no number does.
 *  E2  A derivation names the engines that its keys and fingerprints use, and of those only what is above 1: what names
 *      none is the first edition's. So an engine opens a derivation only for tools that use it.
 *  E3  `carried` engines can be read here. The one before stays until the longest window of what it made is over.
 */

import type { NormaliserName, NormaliserRule, Role } from "./rule";
import { isZone } from "./zone";

/** By normaliser; absent: 1. */
export type Engines = Readonly<Partial<Record<NormaliserName, number>>>;
export type EngineTable = Readonly<Record<NormaliserName, { current: number; carried: readonly number[] }>>;

const FIRST = { current: 1, carried: [1] };
/** Bundled tables instead of the runtime's. */
const BUNDLED = { current: 2, carried: [1, 2] };

export const ENGINES: EngineTable = {
  id: FIRST,
  code: BUNDLED,
  text: BUNDLED,
  email: BUNDLED,
  phone: FIRST,
  url: BUNDLED,
  integer: FIRST,
  decimal: FIRST,
  money: FIRST,
  date: BUNDLED,
  instant: BUNDLED,
  enum: FIRST,
  country: FIRST,
  boolean: FIRST,
  set: FIRST,
  bag: FIRST,
  list: FIRST,
  json: FIRST,
};

/** What the first edition computed. */
export const FIRST_ENGINES: Engines = {};

type Fields = Readonly<Record<string, NormaliserRule & { role: Role }>>;

/** The engines that a contract's keys and fingerprints use now (E2). */
export function enginesOf(fields: Fields, table: EngineTable = ENGINES): Engines {
  const used: Record<string, number> = {};
  for (const rule of keyRules(fields)) {
    const { current } = table[rule.as];
    // A zone that only the first edition's Node knew: one such rule keeps them all, since an engine has one number.
    if ("zone" in rule && rule.zone !== undefined && !isZone(rule.zone)) used[rule.as] = 1;
    else if (usesTable(rule)) used[rule.as] ??= current;
  }
  return Object.fromEntries(Object.entries(used).filter(([, engine]) => engine > 1));
}

/**
 * The engines of now for these fields; of what other fields use as well, those that make their keys. So a publish goes on
 * making keys as older releases do, until the tool is moved.
 */
export function enginesAfter(
  fields: Fields,
  before: { fields: Fields; engines: Engines },
  table: EngineTable = ENGINES,
): Engines {
  const shared = enginesOf(before.fields, table);
  const after = Object.entries(enginesOf(fields, table)).map(([name, current]): [string, number] => {
    const then = before.engines[name as NormaliserName] ?? 1;
    const isKept = name in shared && table[name as NormaliserName].carried.includes(then);
    return [name, isKept ? Math.min(then, current) : current];
  });
  return Object.fromEntries(after.filter(([, engine]) => engine > 1));
}

/** The engines of a derivation, as far as these fields use them: what it does not name was 1 then. */
export function enginesThen(fields: Fields, then: Engines): Engines {
  const used = new Set<string>(
    keyRules(fields)
      .filter(usesTable)
      .map(({ as }) => as),
  );
  return Object.fromEntries(Object.entries(then).filter(([name]) => used.has(name)));
}

/** Of a derivation's engines those that this release cannot read, as `date 3`; what it does not name is 1. */
export function notCarried(fields: Fields, engines: Engines, table: EngineTable = ENGINES): string[] {
  const used = new Set(
    keyRules(fields)
      .filter(usesTable)
      .map(({ as }) => as),
  );
  return [...used].flatMap((name) => {
    const engine = engines[name] ?? 1;
    return table[name].carried.includes(engine) ? [] : [`${name} ${engine}`];
  });
}

/** Of a rule on its own. */
export function currentEngines(rule: NormaliserRule): Engines {
  return enginesOf({ "/": { ...rule, role: "material" } });
}

/** Without a zone no table is asked for a date. */
function usesTable(rule: NormaliserRule): boolean {
  return (rule.as !== "date" && rule.as !== "instant") || rule.zone !== undefined;
}

/**
 * Incidental values enter no key, but an amount's currency does, and one that no rule names is a material code, also
 * beside an incidental amount (`field-tree` F4).
 */
function keyRules(fields: Fields): NormaliserRule[] {
  return Object.values(fields).flatMap((named) => {
    const rules = withElements(named);
    const currencies = rules.flatMap((rule) => (rule.as === "money" ? (rule.currency ?? []) : []));
    const isKey = named.role !== "incidental";
    const read = currencies.flatMap((pointer) => fields[pointer] ?? ({ as: "code" } as const));
    return isKey ? [...rules, ...read] : read.filter((rule) => !("role" in rule));
  });
}

function withElements(rule: NormaliserRule): NormaliserRule[] {
  return "of" in rule && rule.of !== undefined ? [rule, ...withElements(rule.of)] : [rule];
}
