/**
 * Two definitions as texts that differ only where they mean something else: members that both have stand in the order
 * of the first, so that an owner who only moved lines sees no difference.
 */
import { isObject } from "../contract/read-definition";

export function canonicalTexts(before: unknown, after: unknown): [before: string, after: string] {
  return [JSON.stringify(before, null, 2), JSON.stringify(orderLike(before, after), null, 2)];
}

function orderLike(model: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const models = Array.isArray(model) ? model : [];
    return value.map((element, index) => orderLike(models[index], element));
  }
  if (!isObject(value)) return value;
  const shared = isObject(model) ? Object.keys(model).filter((name) => Object.hasOwn(value, name)) : [];
  const names = new Set([...shared, ...Object.keys(value)]);
  return Object.fromEntries(
    [...names].map((name) => [name, orderLike(isObject(model) ? model[name] : undefined, value[name])]),
  );
}
