/**
 * Whose effect is it? What the downstream calls an effect belongs to one intent of the tool, the first that had it:
 * (tool, effect id) → intent. It is claimed in the statement that saves it; `effectLock` makes looking and recording one
 * step, so that the intent that comes second knows of the first.
 */
import type { RawTx } from "./raw-transaction";
import { type Columns, rowsSql, toArrays } from "./row-arrays";
import type { Write } from "./write-together";

export type EffectClaim = { effectId: string; intentId: string };
export type OwnedEffect = EffectClaim & { tool: string };

const EFFECTS = {
  effectId: ["effect_id", "text"],
  tool: ["tool", "text"],
  intentId: ["intent_id", "text"],
} satisfies Columns;

/** As `effects.digest` names it: an effect id may be longer than an index takes. */
export const effectDigestSql = (effectId: string) => `sha256(convert_to(${effectId}, 'UTF8'))`;

/** The first owner stands. In the order of what is claimed: two that claim the same never wait in a circle. */
export function ownedEffectsWrite(owned: OwnedEffect[]): Write | null {
  if (owned.length === 0) return null;
  const sorted = [...owned].sort((left, right) => (effectName(left) < effectName(right) ? -1 : 1));
  const { shape, arrays, ...filled } = toArrays(EFFECTS, sorted);
  const sql = (first: number) => `insert into effects (digest, tool, intent_id)
    select ${effectDigestSql("r.effect_id")}, r.tool, r.intent_id from ${rowsSql({ shape, arrays, ...filled }, first)}
    on conflict (digest, tool) do nothing`;
  return { shape: `effects: ${shape}`, values: arrays, sql };
}

function effectName({ effectId, tool }: OwnedEffect): string {
  return JSON.stringify([effectId, tool]);
}

/** By `effectClaimId`: another intent of the same tool that has this effect already. */
export async function findOtherOwners(
  client: Pick<RawTx, "$queryRawUnsafe">,
  claims: EffectClaim[],
): Promise<Map<string, string>> {
  if (claims.length === 0) return new Map();
  const rows = await client.$queryRawUnsafe<(EffectClaim & { ownerId: string })[]>(
    OTHER_OWNERS_SQL,
    claims.map(({ effectId }) => effectId),
    claims.map(({ intentId }) => intentId),
  );
  return new Map(rows.map((row) => [effectClaimId(row), row.ownerId]));
}

/**
 * Each is looked up by itself, also by a plan that was made while there were none (`intake-read` P1). Nearly always no
 * intent has it, and nothing more is read.
 */
const OTHER_OWNERS_SQL = `
  select w.effect_id as "effectId", w.intent_id as "intentId", o.intent_id as "ownerId"
  from unnest($1::text[], $2::text[]) as w(effect_id, intent_id)
  cross join lateral (
    select intent_id, tool from effects where digest = ${effectDigestSql("w.effect_id")} offset 0) as o
  cross join lateral (select id from intents where id = w.intent_id and tool = o.tool offset 0) as i
  where o.intent_id <> i.id`;

export function effectClaimId({ effectId, intentId }: EffectClaim): string {
  return JSON.stringify([effectId, intentId]);
}
