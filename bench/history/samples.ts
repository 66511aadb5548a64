/** Intents taken at random: what usual values and deep pages are. */
import type pg from "pg";
import { firstIdAt } from "@/lib/domain/id";

export type Sample = {
  id: string;
  createdMs: number;
  tool: string;
  agent: string;
  run: string;
  effectId: string;
  customer: string;
  usd: string;
};

const SPAN_MS = 420 * 86_400_000;
/** Any amount does where an intent has none. */
const SELECT = `
  select i.id, extract(epoch from i.created_at)::float8 * 1000 as "createdMs", i.tool, i.agent_id as agent, i.run,
    coalesce(i.effect_id, 'eff_none') as "effectId", i.identity ->> '/customer' as customer,
    coalesce((select m.amount::text from intent_amounts m where m.intent_id = i.id and m.currency = 'USD'), '99.5') as usd
  from intents i where i.id >= $1 order by i.id limit 1`;

export async function takeSamples(sql: pg.Client, count: number, lastMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    // Spread evenly, and the same in each run.
    const share = (turn * 0.618_033_988_75) % 1;
    const { rows } = await sql.query<Sample>(SELECT, [firstIdAt("int", lastMs - SPAN_MS * share)]);
    if (rows[0] !== undefined) samples.push(rows[0]);
  }
  return samples;
}
