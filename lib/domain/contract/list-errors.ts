/** What a contract's listing, and its schedule of reconciliations, may not say. */

import { currencyExponent } from "../normalise/currency-codes";
import { appendToken, EVERY_ELEMENT, parsePointer } from "../pointer";
import { parseTemplate, type TemplatePart } from "../template";
import { CLIENT_HEADERS, clientSets } from "./client-headers";
import { attempt, type ContractError } from "./contract-error";
import type { ContractDefinition } from "./definition";
import type { List } from "./execute";
import { schemaAt } from "./schema-at";

const AT = "/execute/list";

export function listErrors(definition: ContractDefinition): ContractError[] {
  const { execute, args, effect } = definition;
  const { list } = execute;
  if (list === undefined) return scheduleErrors(definition);
  const errors = [...scheduleErrors(definition), ...requestErrors(list), ...pointerErrors(list)];
  if (effect === "read") errors.push({ pointer: AT, message: "A read has no effects that could be listed." });
  for (const [from, to] of Object.entries(list.target ?? {})) {
    const pointer = appendToken(`${AT}/target`, from);
    if (isMany(from) || isMany(to)) errors.push({ pointer, message: ONE_VALUE });
    else if (schemaAt(args, to).kind === "absent")
      errors.push({ pointer, message: `The args schema has no property at ${to}.` });
  }
  return errors;
}

function scheduleErrors({ reconcile, execute }: ContractDefinition): ContractError[] {
  if (reconcile === undefined || reconcile === false) return [];
  const { by } = reconcile;
  const wanted = by ?? (execute.list === undefined ? "probe" : "list");
  if (execute[wanted] !== undefined) return [];
  const pointer = by === undefined ? "/reconcile" : "/reconcile/by";
  return [{ pointer, message: `Nothing can be compared by ${wanted}: the contract has no execute.${wanted}.` }];
}

function requestErrors(list: List): ContractError[] {
  const errors = attempt(`${AT}/url`, () => parseTemplate(list.url, "address", "list"));
  for (const [name, template] of Object.entries(list.headers ?? {})) {
    const pointer = appendToken(`${AT}/headers`, name);
    if (CLIENT_HEADERS.has(name.toLowerCase())) errors.push({ pointer, message: clientSets(name) });
    else errors.push(...attempt(pointer, () => parseTemplate(template, "text", "list")));
  }
  return errors.length > 0 ? errors : [...windowErrors(list), ...nextErrors(list)];
}

/** Without the time that is asked for, "not there" would mean nothing. */
function windowErrors({ url }: List): ContractError[] {
  const named = namesIn(url);
  const has = (name: string) => named.has(name) || named.has(`${name}Unix`);
  if (has("from") && has("to")) return [];
  return [{ pointer: `${AT}/url`, message: "Expected {from} and {to} (or {fromUnix} and {toUnix}) in the address." }];
}

function nextErrors({ url, next }: List): ContractError[] {
  const named = namesIn(url);
  const goesBy = next === undefined ? null : "cursor" in next ? "cursor" : "page" in next ? "page" : null;
  const errors: ContractError[] = [];
  for (const name of ["cursor", "page"]) {
    if (goesBy === name && !named.has(name)) {
      errors.push({
        pointer: `${AT}/url`,
        message: `The listing goes on by ${name}: expected {${name}} in the address.`,
      });
    }
    if (goesBy !== name && named.has(name)) {
      errors.push({ pointer: `${AT}/url`, message: `{${name}} means nothing here: \`next\` does not go on by it.` });
    }
  }
  return errors;
}

function namesIn(url: string): Set<string> {
  const names = (part: TemplatePart) => (part.kind === "text" ? [] : part.names.map(({ name }) => name));
  return new Set(parseTemplate(url, "address", "list").flatMap(names));
}

const ONE_VALUE = "Expected the pointer of one value, without *.";

function isMany(pointer: string): boolean {
  return parsePointer(pointer).includes(EVERY_ELEMENT);
}

function pointerErrors(list: List): ContractError[] {
  const { items, effectId, key, amount, currency, at, next } = list;
  const named = { items, effectId, key, amount, currency, at, ...next };
  const errors = Object.entries(named).flatMap(([name, pointer]) => {
    return typeof pointer === "string" && isMany(pointer) ? [{ pointer: `${AT}/${name}`, message: ONE_VALUE }] : [];
  });
  if (currency !== undefined && !currency.startsWith("/") && currencyExponent(currency) === undefined) {
    errors.push({ pointer: `${AT}/currency`, message: `${currency} is no active ISO 4217 code.` });
  }
  if (currency !== undefined && amount === undefined) {
    errors.push({ pointer: `${AT}/currency`, message: "A currency without an amount is compared with nothing." });
  }
  return errors;
}
