/**
 * Finding holds by the clock, pauses taken out. What is paused is not looked at, and what a past pause gave more time
 * is left out before the limit counts: however much of it there is, it cannot crowd out what is really over.
 */
import { ESCALATION_MARGIN_MAX_MS, ESCALATION_SHARE } from "@/lib/domain/escalation";
import type { Tx } from "./database";
import { intentsDue } from "./due-work";
import { IS_NOT_PAUSED } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

/** Rows written before clocks could stop lack their start (`intent-row` reads them the same way). */
export const HELD_SINCE = "coalesce(to_timestamp((i.hold ->> 'since')::double precision / 1000), i.created_at)";

/**
 * When the hold of `i`, which no active pause covers, really ends: its clock stood still for the union of the past
 * pauses that cover it. The same as `effectiveExpiry` in the domain, said so that a search can use it.
 */
export const holdEndsAt = (since: string, pauses: string) => `
  i.hold_expires_at + coalesce((
    select sum(upper(stopped) - lower(stopped)) from unnest((
      select range_agg(tstzrange(greatest(p.paused_at, ${since}), p.resumed_at)) from ${pauses} p
      where (p.covers, p.target) in (('everything', ''), ('tool', i.tool), ('agent', i.agent_id))
        and p.resumed_at > ${since} and p.resumed_at > p.paused_at)) as stopped), interval '0')`;

const HOLD_ENDS_AT = holdEndsAt(HELD_SINCE, "pauses");

export async function expiredHolds(client: Reader, limit: number): Promise<string[]> {
  return idsOf(
    client,
    `select i.id from ${intentsDue("hold", "statement_timestamp()")}
     where i.hold_expires_at <= statement_timestamp() and ${IS_NOT_PAUSED} and ${HOLD_ENDS_AT} <= statement_timestamp()
     order by d.at limit $1`,
    limit,
  );
}

const MARGIN_MAX = `interval '${ESCALATION_MARGIN_MAX_MS} milliseconds'`;
const MARGIN = `least(${MARGIN_MAX}, (i.hold_expires_at - ${HELD_SINCE}) * ${ESCALATION_SHARE})`;

/** Those that people were not told of yet and that near their end (`domain/escalation`). */
export async function nearingHolds(client: Reader, limit: number): Promise<string[]> {
  return idsOf(
    client,
    `select i.id from ${intentsDue("hold", `statement_timestamp() + ${MARGIN_MAX}`)},
       lateral (select ${HOLD_ENDS_AT} as ends_at) as clock
     where i.hold_expires_at <= statement_timestamp() + ${MARGIN_MAX} and i.hold ->> 'escalatedAt' is null
       and ${IS_NOT_PAUSED} and clock.ends_at - ${MARGIN} <= statement_timestamp()
       and clock.ends_at > statement_timestamp()
     order by d.at limit $1`,
    limit,
  );
}

async function idsOf(client: Reader, sql: string, limit: number): Promise<string[]> {
  const rows = await client.$queryRawUnsafe<{ id: string }[]>(sql, limit);
  return rows.map(({ id }) => id);
}
