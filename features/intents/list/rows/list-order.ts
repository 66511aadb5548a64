/**
 * Places in the order of the list: newest first, or the largest amount first, then the newest. A cursor of the API says
 * where a row stood, its id or its amount and its id, so a place can be told from a row and compared with one.
 */
import { compareAmounts } from "../filter/amount";
import type { IntentRow } from "./intent-row";

type Placed = Pick<IntentRow, "id" | "amount">;

export function cursorAt({ id, amount }: Placed, isByAmount: boolean): string {
  return isByAmount ? `${amount?.value ?? "0"}~${id}` : id;
}

/** Of the place right above a row: a page that begins there begins with the row. */
export function cursorAbove(row: Placed, isByAmount: boolean): string {
  return cursorAt({ ...row, id: nextId(row.id) }, isByAmount);
}

/** Whether the row stands at the cursor's place or above it. */
export function isUpTo({ id, amount }: Placed, cursor: string): boolean {
  const [left, right] = cursor.split("~");
  if (left === undefined || right === undefined) return id >= cursor;
  const difference = compareAmounts(amount?.value ?? "0", left);
  return difference > 0 || (difference === 0 && id >= right);
}

const LAST = "z";

/** The least text of the same length that sorts after an id; ids are of 0–9 and a–z. */
function nextId(id: string): string {
  let end = id.length - 1;
  while (end > 0 && id[end] === LAST) end -= 1;
  const character = id[end] ?? "";
  const next = character === "9" ? "a" : String.fromCharCode(character.charCodeAt(0) + 1);
  return id.slice(0, end) + next + "0".repeat(id.length - end - 1);
}
