/**
 * Whose effect is it? What the downstream calls an effect belongs to one intent of the tool: (tool, effect id) → intent.
 * The intents themselves are the record of it; `effectLock` makes looking and recording one step.
 */
import type { RawTx } from "./raw-transaction";

export type EffectClaim = { effectId: string; intentId: string };

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
 * One is enough; through `intents_effect_id` and no other index: a tool has many intents, an effect id few. Each intent is
 * looked up by itself, also by a plan that was made while there were none (`intake-read` P1).
 */
const OTHER_OWNERS_SQL = `
  select w.effect_id as "effectId", w.intent_id as "intentId", o.id as "ownerId"
  from unnest($1::text[], $2::text[]) as w(effect_id, intent_id)
  cross join lateral (select id, tool from intents where id = w.intent_id offset 0) as i
  cross join lateral (
    select other.id from intents other
    where other.effect_id = w.effect_id and other.tool || '' = i.tool and other.id <> i.id limit 1) o`;

export function effectClaimId({ effectId, intentId }: EffectClaim): string {
  return JSON.stringify([effectId, intentId]);
}
