/** What a list asks of an intent's own row, as conditions on `i`. */
import { firstIdAt } from "@/lib/domain/id";
import type { Tx } from "./database";
import { IS_NOT_PAUSED, loadPauses } from "./pauses";

type Reader = Pick<Tx, "$queryRawUnsafe">;

export type IntentConditions = {
  namespace: string | null;
  state?: string | undefined;
  tool?: string | undefined;
  run?: string | undefined;
  agent?: string | undefined;
  effectId?: string | undefined;
};

export type IdBounds = { fromMs?: number | undefined; toMs?: number | undefined; beforeId?: string | undefined };

/** Takes a value and tells the name of its parameter. */
export type Bind = (value: unknown) => string;

export async function conditionsOn(client: Reader, filter: IntentConditions, bind: Bind): Promise<string[]> {
  const { namespace, tool, run, agent, state, effectId } = filter;
  const where: string[] = [];
  const add = (column: string, value: string | null | undefined) => {
    if (value !== undefined && value !== null) where.push(`${column} = ${bind(value)}`);
  };
  add("i.namespace", namespace);
  add("i.tool", tool);
  add("i.run", run);
  add("i.agent_id", agent);
  add("i.effect_id", effectId);
  if (state === "held" || state === "cleared") where.push(await shownAs(client, state));
  else if (state === "in_doubt") where.push("i.doubt_since is not null");
  else add(ENDED_OTHERWISE.has(state ?? "") ? "i.ended_as" : "i.state", state);
  if (state === "executing") where.push("i.due_at is not null");
  return where;
}

/** Ids sort by time. */
export function boundsOn(column: string, { fromMs, toMs, beforeId }: IdBounds, bind: Bind): string[] {
  const where: string[] = [];
  if (fromMs !== undefined) where.push(`${column} >= ${bind(firstIdAt("int", fromMs))}`);
  if (toMs !== undefined) where.push(`${column} < ${bind(firstIdAt("int", toMs))}`);
  if (beforeId !== undefined) where.push(`${column} < ${bind(beforeId)}`);
  return where;
}

/** Rare beside what succeeded: found by an index of their own. */
const ENDED_OTHERWISE = new Set(["partial", "failed", "denied", "refused", "expired", "withdrawn"]);
/** Exactly what is held has an expiry, and what is in doubt a start of that (`holds_together`). */
const HELD = "i.hold_expires_at is not null";
const CLEARED = "i.state = 'cleared' and i.due_at is not null";

/** The state as answers show it: what is cleared and paused counts as held. */
async function shownAs(client: Reader, state: "held" | "cleared"): Promise<string> {
  if ((await loadPauses(client)).length === 0) return state === "held" ? HELD : CLEARED;
  return state === "held" ? `(${HELD} or ${CLEARED} and not (${IS_NOT_PAUSED}))` : `${CLEARED} and ${IS_NOT_PAUSED}`;
}
