/**
 * What a list asks of an intent itself, as conditions on `i`: a row of `history`, which has an index for each of them; or
 * the intent's own, where it is asked what lives, which few do and decisions depend on.
 */
import { firstIdAt } from "@/lib/domain/id";
import type { Tx } from "./database";
import { IS_NOT_PAUSED, isNotPaused, loadPauses } from "./pauses";

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

export type AskedTable = "intents" | "history";

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
  if (effectId !== undefined) where.push(...hasEffect(tableFor(filter), bind(effectId)));
  if (state !== undefined) where.push(...(await inState(client, state, bind)));
  return where;
}

/** Without any condition it is the intents by their own key. */
export function tableFor({ namespace, tool, run, agent, effectId, state }: IntentConditions): AskedTable {
  if (isLiving(state)) return "intents";
  const asked = [namespace ?? undefined, tool, run, agent, effectId, state];
  return asked.every((one) => one === undefined) ? "intents" : "history";
}

/** `text` is the name of a parameter. */
export function hasEffect(table: AskedTable, text: string): string[] {
  if (table === "intents") return [`i.effect_id = ${text}`];
  return [`i.effect = hashtextextended(${text}, 0)`, truly(`t.effect_id = ${text}`)];
}

/** Ids sort by time. */
export function boundsOn(column: string, { fromMs, toMs, beforeId }: IdBounds, bind: Bind): string[] {
  const where: string[] = [];
  if (fromMs !== undefined) where.push(`${column} >= ${bind(firstIdAt("int", fromMs))}`);
  if (toMs !== undefined) where.push(`${column} < ${bind(firstIdAt("int", toMs))}`);
  if (beforeId !== undefined) where.push(`${column} < ${bind(beforeId)}`);
  return where;
}

/**
 * How what lives is found among the intents. Exactly what is held has an expiry, what is in doubt a start of that, and
 * what is cleared or executing is due work.
 */
const LIVING = {
  held: "i.hold_expires_at is not null",
  cleared: "i.state = 'cleared' and i.id in (select intent_id from due where what = 'run')",
  executing: "i.state = 'executing' and i.id in (select intent_id from due where what = 'lease')",
  in_doubt: "i.doubt_since is not null",
} as const;

const HELD_OR_PAUSED = `i.state in ('held', 'cleared') and i.id = any(array(
  select id from intents where hold_expires_at is not null
  union all select intent_id from due d where d.what = 'run' and not (${isNotPaused("d")})))`;

/** What is due of all that is in this state, and of nothing else; null: it is found in another way. */
export function dueFor({ state }: IntentConditions): "run" | "lease" | null {
  return state === "cleared" ? "run" : state === "executing" ? "lease" : null;
}

function isLiving(state: string | undefined): state is keyof typeof LIVING {
  return state !== undefined && Object.hasOwn(LIVING, state);
}

/** How an intent ended is asked of both: a list never shows what has been opened again since. */
async function inState(client: Reader, state: string, bind: Bind): Promise<string[]> {
  if (isLiving(state)) return [await shownAs(client, state)];
  const asked = bind(state);
  return [`i.ended_as = ${asked}`, truly(`t.state = ${asked}`)];
}

/** Looked up one by one (`offset 0`): nearly always so, and no reason to find the page in another way. */
function truly(condition: string): string {
  return `exists (select from intents t where t.id = i.id and ${condition} offset 0)`;
}

/** The state as answers show it: what is cleared and paused counts as held. */
async function shownAs(client: Reader, state: keyof typeof LIVING): Promise<string> {
  if ((state !== "held" && state !== "cleared") || (await loadPauses(client)).length === 0) return LIVING[state];
  return state === "held" ? HELD_OR_PAUSED : `${LIVING.cleared} and ${IS_NOT_PAUSED}`;
}
