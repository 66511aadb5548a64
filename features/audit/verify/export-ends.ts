/** The first and the last line of an export. Neither is signed: they tell, they prove nothing. */
import { memberOf, type SealName, toSealName } from "./seal";

export type Header = {
  exportedAt: string;
  url: string;
  from: string | null;
  to: string | null;
  events: number;
  seals: number;
  firstSeal: number | null;
  lastSeal: number | null;
};
export type Trailer = { events: number; seals: number; lastSeal: SealName | null };

const FORMAT = "interlock-audit-export";
const VERSION = 1;

/** Null: not an export that this page can read. */
export function readHeader(parsed: unknown): Header | null {
  const value = memberOf(parsed, "header");
  const { exportedAt, url, from, to, events, seals, firstSeal, lastSeal } = (value ?? {}) as Partial<
    Record<keyof Header, unknown>
  >;
  if (memberOf(value, "format") !== FORMAT || memberOf(value, "v") !== VERSION) return null;
  if (typeof exportedAt !== "string" || typeof url !== "string") return null;
  if (!isTextOrNull(from) || !isTextOrNull(to) || !isCount(events) || !isCount(seals)) return null;
  if (!isNumberOrNull(firstSeal) || !isNumberOrNull(lastSeal) || !areKeys(memberOf(value, "keys"))) return null;
  return { exportedAt, url, from, to, events, seals, firstSeal, lastSeal };
}

/** Null: this line is no trailer. */
export function readTrailer(parsed: unknown): Trailer | null {
  const value = memberOf(parsed, "trailer");
  const [events, seals, last] = [memberOf(value, "events"), memberOf(value, "seals"), memberOf(value, "lastSeal")];
  if (!isCount(events) || !isCount(seals) || !hasOnly(parsed, 1) || !hasOnly(value, 3)) return null;
  if (last === null) return { events, seals, lastSeal: null };
  const lastSeal = toSealName(last);
  return lastSeal === null ? null : { events, seals, lastSeal };
}

/** Nobody believes them; but without them it is no export. */
function areKeys(value: unknown): boolean {
  const isKey = (one: unknown) =>
    typeof memberOf(one, "keyId") === "string" && typeof memberOf(one, "publicKey") === "string";
  return Array.isArray(value) && value.every(isKey);
}

function hasOnly(value: unknown, members: number): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === members;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}
