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

export function parseCursor(cursor: string | undefined, prefix: IdPrefix): string | undefined {
  return requireCursor(cursor, (text) => isIdOf(prefix, text));
}

/** For lists that are sorted by an amount, then by id. */
export function parseAmountCursor(
  cursor: string | undefined,
  prefix: IdPrefix,
): { amount: string; id: string } | undefined {
  const split = (text: string) => /^(-?\d{1,60}(?:\.\d{1,60})?)~(.*)$/.exec(text) ?? [];
  const known = requireCursor(cursor, (text) => isIdOf(prefix, split(text)[2] ?? ""));
  const [, amount, id] = split(known ?? "");
  return amount === undefined || id === undefined ? undefined : { amount, id };
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
export function parseLongNumberCursor(cursor: string | undefined): number | undefined {
  const text = requireCursor(cursor, (written) => /^[1-9]\d{0,14}$/.test(written));
  return text === undefined ? undefined : Number(text);
}

function requireCursor(cursor: string | undefined, isOne: (text: string) => boolean): string | undefined {
  if (cursor === undefined || isOne(cursor)) return cursor;
  const message = "Expected the nextCursor of an earlier page.";
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
