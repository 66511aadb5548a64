/**
 * An export: JSON lines, each in canonical form (RFC 8785) and ended by a line feed.
 *
 *   {"header":…}   {"actor":…} events in the order of their positions   {"seal":…} after its events   …   {"trailer":…}
 */
import * as z from "zod";
import { canonicalJson, type JsonValue } from "../json";
import { joinLeaves, type Seal } from "./seal";

export const EXPORT_FORMAT = "interlock-audit-export";
const VERSION = 1;
/**
 * Events are short, and a seal of the most events takes some 200 KiB. But what was recorded before pointers ended where
 * the contract's schema does may name fields of two submissions of 256 KiB, each written twice as long: about 1 MiB.
 */
export const LINE_BYTES_MAX = 4_194_304;

const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);
const Count = z.int().min(0);

export const SealShape = z.strictObject({
  number: z.int().min(1),
  firstPosition: z.int().min(1),
  lastPosition: z.int().min(1),
  root: Hex,
  previous: Hex,
  sealedAt: z.iso.datetime({ precision: 3 }),
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  hash: Hex,
  signature: Base64.max(128),
});

/** What can be said of a seal in one line; what somebody publishes to compare an export with later. */
export const SealName = z.object({ number: z.int().min(1), hash: Hex });
export type SealName = z.infer<typeof SealName>;

export const HeaderLine = z.object({
  header: z.object({
    format: z.literal(EXPORT_FORMAT),
    v: z.literal(VERSION),
    exportedAt: z.string(),
    url: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    events: Count,
    seals: Count,
    firstSeal: z.int().nullable(),
    lastSeal: z.int().nullable(),
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
  }),
});
export type Header = z.infer<typeof HeaderLine>["header"];

export const SealLine = z.strictObject({ seal: SealShape.extend({ leaves: Base64 }) });

export const TrailerLine = z.strictObject({
  trailer: z.strictObject({ events: Count, seals: Count, lastSeal: SealName.nullable() }),
});
export type Trailer = z.infer<typeof TrailerLine>["trailer"];

export function headerLine(header: Omit<Header, "format" | "v">): string {
  return toLine({ header: { format: EXPORT_FORMAT, v: VERSION, ...header } });
}

export function sealLine(seal: Seal, leaves: readonly Buffer[]): string {
  return toLine({ seal: { ...seal, leaves: joinLeaves(leaves).toString("base64") } });
}

export function trailerLine(trailer: Trailer): string {
  return toLine({ trailer });
}

function toLine(value: JsonValue): string {
  return `${canonicalJson(value)}\n`;
}
