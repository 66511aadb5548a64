/**
 * One mailbox, one text. A decision: mailboxes that differ only by case are one, dots and plus tags are not touched
 * unless the contract says `plus: strip`. Quoted local parts, IP literals, comments and lists are not addresses here:
 * they are refused, never interpreted.
 */

import { parseURL, serializeHost } from "whatwg-url";
import type { JsonValue } from "../json";
import { countCodePoints, hasControlOrFormat, trimWhiteSpace } from "./characters";
import { hostThen, lowerThen } from "./first-edition";
import { accept, type Normalised, refuse } from "./normalised";
import { hasUnassigned, normaliseForm, toLower, WHITE_SPACE } from "./unicode";

const EXPECTED = "Expected an e-mail address such as jane@example.com.";
// RFC 5321 says 64, but mail systems hand out longer reply addresses and deliver to them.
const LOCAL_LENGTH_MAX = 256;
const DOMAIN_LENGTH_MAX = 253;
// Atoms of RFC 5322, and of RFC 6531 everything beyond ASCII that is not white space.
const LOCAL_ATOM = new RegExp(`^(?:[a-z0-9!#$%&'*+\\-/=?^_\`{|}~]|[^\\u0000-\\u007F${WHITE_SPACE}])+$`, "u");
const DOMAIN_AS_WRITTEN = /^[a-z0-9.\u0080-\u{10FFFF}-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NUMERIC_LABEL = /^(?:[0-9]+|0x[0-9a-f]*)$/;

export function normaliseEmail(value: JsonValue, stripPlus: boolean, engine: number): Normalised {
  if (typeof value !== "string") return refuse(EXPECTED);
  const trimmed = trimWhiteSpace(value);
  if (hasControlOrFormat(trimmed)) return refuse("Expected an e-mail address without control or invisible characters.");
  // A host name of characters that our table does not know would be judged by the table of another version.
  if (engine !== 1 && hasUnassigned(trimmed)) return refuse(EXPECTED);
  const address = engine === 1 ? lowerThen(trimmed) : normaliseForm(toLower(normaliseForm(trimmed, "NFC")), "NFC");
  const at = address.lastIndexOf("@");
  if (at < 1) return refuse(EXPECTED);
  const local = stripPlus ? withoutTag(address.slice(0, at)) : address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1), engine);
  if (!isLocalPart(local) || domain === null) return refuse(EXPECTED);
  return accept(`${local}@${domain}`);
}

function withoutTag(local: string): string {
  const plus = local.indexOf("+");
  return plus === -1 ? local : local.slice(0, plus);
}

function isLocalPart(local: string): boolean {
  return countCodePoints(local) <= LOCAL_LENGTH_MAX && local.split(".").every((atom) => LOCAL_ATOM.test(atom));
}

/** The WHATWG host parser does the IDNA work; what it is shown cannot hold anything but a host name. */
function asciiDomain(written: string, engine: number): string | null {
  if (!DOMAIN_AS_WRITTEN.test(written)) return null;
  const domain = (engine === 1 ? hostThen : hostOf)(`http://${written}/`);
  if (domain === null) return null;
  const labels = domain.split(".");
  const isHostName = domain.length <= DOMAIN_LENGTH_MAX && labels.every((label) => LABEL.test(label));
  return isHostName && !NUMERIC_LABEL.test(labels.at(-1) ?? "") ? domain : null;
}

function hostOf(address: string): string | null {
  const url = parseURL(address);
  return url === null || url.host === null ? null : serializeHost(url.host);
}
