/**
 * `due` in step with the intents, in the statement that changes them.
 *
 * D1  An intent's row is locked before its due row, everywhere: who holds the first never waits for the second.
 */
import { type Clocks, type Due, dueOf, isSameDue } from "./due-row";
import type { IntentRow } from "./intent-row";
import { type Columns, isNamed, type RowArrays, rowsSql, toArrays } from "./row-arrays";
import { insertion, type Write } from "./write-together";

export const MOVED = { id: ["id", "text"], what: ["what", "text"], at: ["at", "timestamptz(3)"] } satisfies Columns;
const DUE = {
  intentId: ["intent_id", "text"],
  what: MOVED.what,
  at: MOVED.at,
  tool: ["tool", "text"],
  agentId: ["agent_id", "text"],
} satisfies Columns;

export function openedDueWrite(opened: IntentRow[]): Write | null {
  const rows = opened.flatMap((row) => {
    const { id: intentId, tool, agentId } = row;
    const due = dueOf(row);
    return due === null ? [] : [{ intentId, tool, agentId, ...due }];
  });
  return insertion("due", DUE, rows);
}

export type DueChange = { from: Clocks & Pick<IntentRow, "id">; to: Clocks };
type Moved = Due & Pick<IntentRow, "id">;

/**
 * `saved` names the write that changes the intents and returns their `id`, `tool` and `agent_id`: each due row is
 * reached behind its own (D1).
 */
export function changedDueWrites(changes: DueChange[], saved: string): (Write | null)[] {
  const appeared: Moved[] = [];
  const moved: Moved[] = [];
  const gone: string[] = [];
  for (const { from, to } of changes) {
    const { id } = from;
    const [before, after] = [dueOf(from), dueOf(to)];
    if (after === null) {
      if (before !== null) gone.push(id);
    } else if (before === null) appeared.push({ id, ...after });
    else if (!isSameDue(before, after)) moved.push({ id, ...after });
  }
  return [
    movedWrite("due appears", appeared, (rows) => appearedSql(rows, saved)),
    movedWrite(
      "due moves",
      moved,
      (rows, ids) => `update due d set what = r.what, at = r.at, agent_id = ${saved}.agent_id
      from ${rows} join ${saved} using (id) where ${isNamed("d.intent_id", ids)} and d.intent_id = r.id`,
    ),
    goneWrite(gone, saved),
  ];
}

/** One that is there already is as wrong as one that is missing: what is given here is what the intent says. */
export const appearedSql = (rows: string, saved: string) => `
  insert into due (intent_id, what, at, tool, agent_id)
  select r.id, r.what, r.at, ${saved}.tool, ${saved}.agent_id
  from ${rows} join ${saved} using (id)
  on conflict (intent_id) do update set what = excluded.what, at = excluded.at, agent_id = excluded.agent_id`;

function movedWrite(name: string, moved: Moved[], sqlOf: (rows: string, ids: number) => string): Write | null {
  if (moved.length === 0) return null;
  const arrays: RowArrays = toArrays(MOVED, moved);
  return {
    shape: `${name}: ${arrays.shape}`,
    values: arrays.arrays,
    sql: (first) => sqlOf(rowsSql(arrays, first), first),
  };
}

function goneWrite(ids: string[], saved: string): Write | null {
  if (ids.length === 0) return null;
  const sql = (first: number) => `delete from due d using unnest($${first}::text[]) as r(id) join ${saved} using (id)
    where ${isNamed("d.intent_id", first)} and d.intent_id = r.id`;
  return { shape: "due goes", values: [`{${ids.join(",")}}`], sql };
}
