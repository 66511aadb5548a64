/** Cursor lists: a page is cut by what its last row is sorted by, mostly its id; ids sort by time. */
import type { Context } from "hono";
import { InvalidError, NotFoundError } from "@/lib/application/errors";
import type { IdPrefix } from "@/lib/domain/id";

type Page<T> = { page: T[]; nextCursor: string | null };

export function cutPage<T extends { id: string }>(rows: T[], limit: number): Page<T> {
  return cutPageBy(rows, limit, ({ id }) => id);
}

/** One row more than asked for says that there is another page. */
export function cutPageBy<T>(rows: T[], limit: number, cursorOf: (row: T) => string | number): Page<T> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? String(cursorOf(last)) : null };
}

type IsCursor = (text: string) => boolean;

const AMOUNT_AND_ID = /^(-?\d{1,60}(?:\.\d{1,60})?)~(.*)$/;

/** What the cursors of an order look like: a list that has two orders knows those of the other. */
export const CURSORS = {
  byId: (prefix: IdPrefix) => (text: string) => isIdOf(prefix, text),
  byAmount: (prefix: IdPrefix) => (text: string) => isIdOf(prefix, AMOUNT_AND_ID.exec(text)?.[2] ?? ""),
  byNumber: (text: string) => /^[1-9]\d{0,14}$/.test(text),
};

export function parseCursor(
  cursor: string | undefined,
  prefix: IdPrefix,
  isOfOtherOrder?: IsCursor,
): string | undefined {
  return requireCursor(cursor, CURSORS.byId(prefix), isOfOtherOrder);
}

/** For lists that are sorted by an amount, then by id. */
export function parseAmountCursor(
  cursor: string | undefined,
  prefix: IdPrefix,
): { amount: string; id: string } | undefined {
  const known = requireCursor(cursor, CURSORS.byAmount(prefix), CURSORS.byId(prefix));
  const [, amount, id] = AMOUNT_AND_ID.exec(known ?? "") ?? [];
  return amount === undefined || id === undefined ? undefined : { amount, id };
}

const KEY_AND_ID = /^(\d{1,18})~(.*)$/;

/** For lists that are sorted by a whole number which may repeat, then by id. */
export function parseKeyCursor(cursor: string | undefined, prefix: IdPrefix): { key: string; id: string } | undefined {
  const known = requireCursor(cursor, (text) => isIdOf(prefix, KEY_AND_ID.exec(text)?.[2] ?? ""));
  const [, key, id] = KEY_AND_ID.exec(known ?? "") ?? [];
  return key === undefined || id === undefined ? undefined : { key, id };
}

/** For lists that are sorted by a name. */
export function parseNameCursor(cursor: string | undefined, name: RegExp): string | undefined {
  return requireCursor(cursor, (text) => name.test(text));
}

/** For lists that are sorted by a number which counts from 1. */
export function parseNumberCursor(cursor: string | undefined): number | undefined {
  const text = requireCursor(cursor, (written) => /^[1-9]\d{0,8}$/.test(written));
  return text === undefined ? undefined : Number(text);
}

/** The same for numbers that may grow beyond a billion. */
export function parseLongNumberCursor(cursor: string | undefined, isOfOtherOrder?: IsCursor): number | undefined {
  const text = requireCursor(cursor, CURSORS.byNumber, isOfOtherOrder);
  return text === undefined ? undefined : Number(text);
}

function requireCursor(
  cursor: string | undefined,
  isOne: IsCursor,
  isOfOtherOrder: IsCursor = () => false,
): string | undefined {
  if (cursor === undefined || isOne(cursor)) return cursor;
  const message = isOfOtherOrder(cursor)
    ? "This cursor belongs to a list in another order: ask for the first page of this one, without a cursor."
    : "Expected the nextCursor of an earlier page.";
  throw new InvalidError("invalid_request", message, [{ pointer: "/cursor", message }]);
}

/** The id in the address. Anything else names nothing, and some of it could not even be asked for. */
export function idOf(context: Context, parameter: string, prefix: IdPrefix, what: string): string {
  const id = context.req.param(parameter) ?? "";
  if (!isIdOf(prefix, id)) throw new NotFoundError("not_found", `There is no such ${what}.`);
  return id;
}

function isIdOf(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(text.slice(prefix.length + 1));
}
