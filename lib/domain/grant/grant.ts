/**
 * A grant is an operator's standing approval, pinned to argument values (DESIGN 1, 11). This file says which grant
 * covers an ask. Whether a grant may speak at all (refusals, limits, drift, look-alikes, irreversible effects) is the
 * gate's to judge, before it asks here.
 */
import type { JsonObject } from "../json";
import type { FieldReport } from "../normalise/normalise-args";
import { readValues, type ValuesAt } from "./asked-values";
import { type Pins, pinHolds } from "./pin";
import { findSpend, type Spend, spendSum } from "./spend";

/** For one agent (`agentId`) or for all of a namespace: exactly one of the two is there. */
export type Grant = {
  id: string;
  tool: string;
  namespace: string | null;
  agentId: string | null;
  pins: Pins;
  expiresAt: number;
  usesMax: number | null;
  usesCount: number;
  /** In major units where it is money, of the one currency that its pin knows. */
  sumMax: string | null;
  /** The pointer that is added up. */
  sumOf: string | null;
  /** What uses have taken, by currency: minor units, or "" for plain numbers. */
  sums: Record<string, string>;
};

/** `args` as they will be executed, `fields` as the active contract reads them. */
export type GrantAsk = {
  agentId: string;
  namespace: string;
  tool: string;
  fields: readonly FieldReport[];
  args: JsonObject;
  at: number;
};

export type Covering = { grant: Grant } & Spend;

/** The first in order that covers it all; several grants never add up to one. */
export function findCoveringGrant(grants: readonly Grant[], ask: GrantAsk): Covering | null {
  const candidates = grants.filter((grant) => speaksFor(grant, ask));
  if (candidates.length === 0) return null;
  const valuesAt = readValues(ask.args, ask.fields);
  for (const grant of candidates) {
    const spend = pinsHold(grant.pins, valuesAt) ? findSpend(grant, valuesAt) : null;
    if (spend !== null) return { grant, ...spend };
  }
  return null;
}

/** The grant as it is after one use, so that a batch can go on with it. */
export function useGrant(grant: Grant, use: Spend): Grant {
  const usesCount = grant.usesCount + 1;
  if (use.amount === "0") return { ...grant, usesCount };
  return { ...grant, usesCount, sums: { ...grant.sums, [use.currency]: spendSum(grant.sums, use) } };
}

function speaksFor(grant: Grant, ask: GrantAsk): boolean {
  const named = grant.agentId === null ? grant.namespace === ask.namespace : grant.agentId === ask.agentId;
  const usesLeft = grant.usesMax === null || grant.usesCount < grant.usesMax;
  return named && grant.tool === ask.tool && ask.at < grant.expiresAt && usesLeft;
}

function pinsHold(pins: Pins, valuesAt: ValuesAt): boolean {
  const entries = Object.entries(pins);
  // A grant that pins nothing was never made; if one is read, something is wrong with it.
  if (entries.length === 0) return false;
  return entries.every(([pointer, pin]) => valuesAt(pointer)?.every((value) => pinHolds(pin, value)) ?? false);
}
