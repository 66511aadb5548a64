/**
 * Members of a definition that no sentence speaks of, because the server knows more than this page. They are shown raw:
 * nobody may believe to have read the whole contract who has not.
 */
import { isObject } from "./read-definition";

const PEOPLE = ["role", "approvals"];
const LIST = "method url headers items effectId key amount currency unit at target next".split(" ");
const EFFECT_ID = ["header", "match", "text", "value"];
const EXECUTE =
  "connector request server tool arguments protocol module secrets idempotency effectId partial outcomes timeout retries probe list";
const TOP =
  "tool title description effect value args fields key duplicates afterDenial policy limits execute bypass resolution publish undo retention reconcile allowAutoClear mode";

/** By place; `*` is any element of a list. What is not here (args, fields, headers) has names of its owner's choice. */
const KNOWN: Record<string, readonly string[]> = {
  "": TOP.split(" "),
  "/key": ["scope", "window"],
  "/duplicates": ["same", "drift", "lookalike", "variant", "missing"],
  "/policy/*": ["name", "when", "then", "reason", "approvals", "roles", "expiresIn"],
  "/limits/*": ["per", "sum", "count", "max", "window", "over"],
  "/execute": EXECUTE.split(" "),
  "/execute/request": ["method", "url", "headers", "encoding", "body"],
  "/execute/server": ["url", "headers"],
  "/execute/idempotency": ["header", "body", "window"],
  "/execute/effectId": EFFECT_ID,
  "/execute/probe/effectId": EFFECT_ID,
  "/execute/partial": ["when", "correctiveAction"],
  "/execute/outcomes/*": ["when", "is"],
  "/execute/retries": ["max", "base", "cap"],
  "/execute/probe": ["method", "url", "headers", "effectId", "absentAfter"],
  "/execute/list": LIST,
  "/bypass": PEOPLE,
  "/resolution": PEOPLE,
  "/publish": PEOPLE,
  "/reconcile": ["every", "by"],
};

export type UnknownMember = { pointer: string; value: unknown };

export function unknownMembers(value: unknown, place = "", pointer = ""): UnknownMember[] {
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => unknownMembers(element, `${place}/*`, `${pointer}/${index}`));
  }
  if (!isObject(value)) return [];
  const known = KNOWN[place];
  if (known === undefined) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    known.includes(name)
      ? unknownMembers(member, `${place}/${name}`, `${pointer}/${name}`)
      : [{ pointer: `${pointer}/${name}`, value: member }],
  );
}
