/**
 * The rules of a contract as a tree of pointer tokens, checked for what the rules mean together:
 *
 *  F1 A rule below another one needs a `json` rule (or one without `as`) above; that rule then speaks for the rest.
 *  F2 `*` and a fixed index never share an array.
 *  F3 Each `*` in a money rule's `currency` stands where the field's own pointer has the same `*`.
 *  F4 A `currency` pointer that no rule covers gets `{role: material, as: code}`: it counts as named, `usd` and `USD`
 *     are one, and a currency without its amount is still seen. It stays material even if the amount is identity,
 *     because an amount carries its currency and nobody asked to split by the pointer itself.
 *  F5 An amount reads its currency as the currency's own `code` or `enum` rule does, so an alias works for both.
 */

import { appendToken, EVERY_ELEMENT, isArrayIndex, isPointer, parsePointer } from "../pointer";
import { currentEngines, type Engines, enginesOf } from "./engines";
import { compileNormaliser } from "./normalise-value";
import type { Normaliser } from "./normalised";
import { FieldRule, type NormaliserName, type NormaliserRule, type Role } from "./rule";

/** `of` is the rule of a collection's elements, `element` reads one. */
export type CompiledRule = {
  role: Role;
  as: NormaliserName;
  normalise: Normaliser;
  of?: NormaliserRule;
  element?: Normaliser;
};
export type FieldNode = {
  rule?: CompiledRule;
  /** Its own pointer, where no `*` is above it. */
  pointer?: string;
  members: Map<string, FieldNode>;
  elements?: FieldNode;
  hasIndexes: boolean;
};
/**
 * A pointer that a rule reads, parsed once; `isFixed` where it has no `*`, `normalise` where the value there has a
 * reading of its own (F5).
 */
export type Lookup = { tokens: readonly string[]; isFixed: boolean; normalise?: Normaliser };
export type CompiledFields = { root: FieldNode; lookups: ReadonlyMap<string, Lookup> };
export type FieldIssue = { pointer: string; message: string };

const FIELD_RULES_MAX = 1_000;

export class FieldRulesError extends Error {
  constructor(readonly issues: readonly FieldIssue[]) {
    super(issues.map(({ pointer, message }) => `${pointer}: ${message}`).join(" "));
    this.name = "FieldRulesError";
  }
}

/** Done once per contract version and engines. Throws FieldRulesError with everything that is wrong. */
export function compileFields(fields: Readonly<Record<string, unknown>>, named?: Engines): CompiledFields {
  const rules = parseRules(fields);
  const engines = named ?? enginesOf(Object.fromEntries(rules));
  const lookups = new Map<string, Lookup>();
  for (const [pointer, rule] of rules) addLookup(pointer, rule, lookups);
  const root = makeNode("");
  for (const [pointer, rule] of rules) plant(root, pointer, rule, engines);
  for (const [pointer, lookup] of lookups) {
    if (!isCovered(root, lookup.tokens)) plant(root, pointer, { role: "material", as: "code" }, engines);
    const rule = ruleAt(root, lookup.tokens);
    if (rule?.as === "code" || rule?.as === "enum") lookup.normalise = rule.normalise;
  }
  const issues = [...rules.keys()].flatMap((pointer) => findOverlap(root, pointer));
  if (issues.length > 0) throw new FieldRulesError(issues);
  return { root, lookups };
}

function parseRules(fields: Readonly<Record<string, unknown>>): Map<string, FieldRule> {
  const entries = Object.entries(fields);
  if (entries.length > FIELD_RULES_MAX)
    throw new FieldRulesError([{ pointer: "", message: `Expected at most ${FIELD_RULES_MAX} fields.` }]);
  const issues: FieldIssue[] = [];
  const rules = new Map<string, FieldRule>();
  for (const [pointer, written] of entries) {
    if (!isPointer(pointer)) issues.push({ pointer, message: "Expected a JSON pointer such as /items/*/sku." });
    const parsed = FieldRule.safeParse(written);
    if (parsed.success) rules.set(pointer, parsed.data);
    else issues.push(...parsed.error.issues.map(({ message }) => ({ pointer, message })));
  }
  if (issues.length > 0) throw new FieldRulesError(issues);
  return rules;
}

function addLookup(pointer: string, rule: NormaliserRule, lookups: Map<string, Lookup>): void {
  if ("of" in rule && rule.of) addLookup(pointer, rule.of, lookups);
  if (rule.as !== "money" || rule.currency === undefined) return;
  const own = parsePointer(pointer);
  const tokens = parsePointer(rule.currency);
  const shared = tokens.slice(0, tokens.lastIndexOf(EVERY_ELEMENT) + 1);
  if (shared.some((token, index) => token !== own[index])) {
    const message = "Expected each * in `currency` to stand for the same element as in the field's own pointer.";
    throw new FieldRulesError([{ pointer, message }]);
  }
  lookups.set(rule.currency, { tokens, isFixed: shared.length === 0 });
}

function makeNode(pointer: string | undefined): FieldNode {
  return { members: new Map(), hasIndexes: false, ...(pointer !== undefined && { pointer }) };
}

function plant(root: FieldNode, pointer: string, rule: FieldRule, engines: Engines): void {
  let node = root;
  for (const token of parsePointer(pointer)) node = childOf(node, token);
  const of = "of" in rule ? rule.of : undefined;
  const used = enginesFor(rule, engines);
  node.rule = {
    role: rule.role,
    as: rule.as,
    normalise: compileNormaliser(rule, used),
    ...(of && { of, element: compileNormaliser(of, used) }),
  };
}

/** What enters no key is read as of now, unless a key reads it too (F5). */
function enginesFor(rule: FieldRule, engines: Engines): Engines {
  return rule.role === "incidental" ? { ...currentEngines(rule), ...engines } : engines;
}

function childOf(node: FieldNode, token: string): FieldNode {
  const known = token === EVERY_ELEMENT ? node.elements : node.members.get(token);
  if (known) return known;
  const isFixed = token !== EVERY_ELEMENT && node.pointer !== undefined;
  const child = makeNode(isFixed ? appendToken(node.pointer ?? "", token) : undefined);
  if (token === EVERY_ELEMENT) node.elements = child;
  else node.members.set(token, child);
  if (isArrayIndex(token)) node.hasIndexes = true;
  return child;
}

/** Whether a rule stands at the pointer or above it. */
function isCovered(root: FieldNode, tokens: readonly string[]): boolean {
  let node: FieldNode | undefined = root;
  for (const token of tokens) {
    node = token === EVERY_ELEMENT ? node.elements : node.members.get(token);
    if (node === undefined) return false;
    if (node.rule) return true;
  }
  return false;
}

function ruleAt(root: FieldNode, tokens: readonly string[]): CompiledRule | undefined {
  let node: FieldNode | undefined = root;
  for (const token of tokens) node = token === EVERY_ELEMENT ? node?.elements : node?.members.get(token);
  return node?.rule;
}

function findOverlap(root: FieldNode, pointer: string): FieldIssue[] {
  let node: FieldNode | undefined = root;
  for (const token of parsePointer(pointer)) {
    if (node?.rule && node.rule.as !== "json") {
      return [{ pointer, message: `Expected no rule below one that compares as ${node.rule.as}.` }];
    }
    if (node?.elements && node.hasIndexes) {
      return [{ pointer, message: "Expected either * or fixed indexes for the elements of one array, not both." }];
    }
    node = token === EVERY_ELEMENT ? node?.elements : node?.members.get(token);
  }
  return [];
}
