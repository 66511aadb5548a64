/**
 * What is left of args that were erased: nothing, and a digest that says so. Empty args that were always empty have the
 * digest of nothing.
 */
import { digestJson } from "./digest";
import type { JsonObject } from "./json";

const DIGEST_OF_NOTHING = digestJson({});

export function isErased({ args, argsDigest }: { args: JsonObject; argsDigest: string }): boolean {
  return argsDigest !== DIGEST_OF_NOTHING && Object.keys(args).length === 0;
}
