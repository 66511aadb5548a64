import { majorUnits } from "@/lib/domain/normalise/money";
import { plainDecimal } from "@/lib/domain/normalise/plain-decimal";
import type { ListedGrant, ListedGrantUse } from "@/lib/store/grant-history";
import type { GrantDto, GrantState, GrantUseDto } from "@/lib/wire/grant";

export function toGrantDto(grant: ListedGrant, nowMs: number): GrantDto {
  const { id, tool, namespace, usesMax, usesCount, sumOf, reason } = grant;
  return {
    id,
    tool,
    title: grant.title ?? tool,
    agent: grant.agentId === null ? null : named(grant.agentId, grant.agentName),
    namespace,
    state: stateOf(grant, nowMs),
    where: whereOf(grant),
    pins: Object.entries(grant.pins).map(([pointer, { as, currency }]) => ({ pointer, as, currency })),
    expiresAt: grant.expiresAt.toISOString(),
    usesMax,
    usesCount,
    sumMax: grant.sumMax === null ? null : asWritten(grant.sumMax),
    sum: sumOf,
    sums: Object.entries(grant.sums).map(([currency, amount]) => toAmount(amount, currency)),
    lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
    reason,
    createdBy: named(grant.createdBy, grant.createdByName),
    createdAt: grant.createdAt.toISOString(),
    revokedBy: grant.revokedBy === null ? null : named(grant.revokedBy, grant.revokedByName),
    revokedAt: grant.revokedAt?.toISOString() ?? null,
  };
}

export function toGrantUseDto({ id, intentId, amount, currency, at }: ListedGrantUse): GrantUseDto {
  return { id, intentId, ...toAmount(amount, currency), at: at.toISOString() };
}

function stateOf({ revokedAt, expiresAt, usesMax, usesCount }: ListedGrant, nowMs: number): GrantState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt.getTime() <= nowMs) return "expired";
  return usesMax !== null && usesCount >= usesMax ? "used_up" : "active";
}

/** The operator's own words; what a ceiling pins by itself is not among them. */
function whereOf(grant: ListedGrant): GrantDto["where"] {
  const written = Object.entries(grant.pins).filter(([, pin]) => pin.tests.length > 0);
  return Object.fromEntries(written.map(([pointer, pin]) => [pointer, pin.written as GrantDto["where"][string]]));
}

function asWritten(decimal: string): number | string {
  const number = Number(decimal);
  return plainDecimal(number) === decimal ? number : decimal;
}

function toAmount(amount: string, currency: string): { currency: string | null; amount: string } {
  if (currency === "") return { currency: null, amount };
  return { currency, amount: majorUnits({ minor: amount, currency }) };
}

function named(id: string, name: string | null): { id: string; name: string } {
  return { id, name: name ?? id };
}
