/**
 * One line of what the downstream says happened, read exactly or not at all: a bad one says why, and is kept by what
 * could be read of it, so that its intent is not called missing.
 */
import { hash } from "node:crypto";
import type { JsonValue } from "../json";
import { currencyExponent } from "../normalise/currency-codes";
import type { Money } from "../normalise/money";
import { majorUnits, normaliseMoney } from "../normalise/money";
import { integerText, normaliseDecimal } from "../normalise/number";
import { parseDate, parseTimestamp } from "../normalise/timestamp";
import type { StatementField } from "./statement-columns";
import { TIMES_FROM_MS, TIMES_TO_MS } from "./window";

export type Unit = "major" | "minor";

export type StatementRow = {
  line: number;
  key: string | null;
  effectId: string | null;
  /** In major units if the currency is known, else as it was written. */
  amount: string | null;
  currency: string | null;
  at: Date | null;
  target: Record<string, JsonValue> | null;
  /** Equal for rows that say the same. */
  digest: string;
  fault: string | null;
};

/** What a line says, by what its columns mean. */
export type StatementCells = {
  line: number;
  cells: Partial<Record<StatementField, JsonValue>>;
  target: Record<string, JsonValue> | null;
};

/** `isDate`: a day, of which nobody says in which zone. */
export type ReadRow = { row: StatementRow; isDate: boolean };

const NAME_LENGTH_MAX = 512;
const TARGET_LENGTH_MAX = 1_000;

class Fault extends Error {}

export function readRow({ line, cells, target }: StatementCells, unit: Unit): ReadRow {
  const row: StatementRow = { line, ...NOTHING };
  try {
    row.key = readName(cells.key, "key");
    row.effectId = readName(cells.effectId, "effect id");
    const at = readInstant(present(cells.at));
    row.at = at?.at ?? null;
    Object.assign(row, readMoney(present(cells.amount), present(cells.currency), unit));
    row.target = readTarget(target);
    if (row.key === null && row.effectId === null) throw new Fault("Neither an effect id nor a key.");
    return { row: { ...row, digest: digestOf(row) }, isDate: at?.isDate ?? false };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return {
      row: faultyRow(line, error.message, { key: row.key, effectId: row.effectId ?? spare(cells.effectId) }),
      isDate: false,
    };
  }
}

export function faultyRow(
  line: number,
  fault: string,
  named: { key: string | null; effectId: string | null } = { key: null, effectId: null },
): StatementRow {
  return { line, ...NOTHING, ...named, fault };
}

const NOTHING = {
  key: null,
  effectId: null,
  amount: null,
  currency: null,
  at: null,
  target: null,
  digest: "",
  fault: null,
};

/** A bad key must not hide a good effect id. */
function spare(value: JsonValue | undefined): string | null {
  try {
    return readName(value, "effect id");
  } catch {
    return null;
  }
}

function present(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || (typeof value === "string" && value.trim() === "")) return undefined;
  return value;
}

function readName(value: JsonValue | undefined, what: string): string | null {
  const given = present(value);
  if (given === undefined) return null;
  if (typeof given !== "string" && !(typeof given === "number" && Number.isSafeInteger(given))) {
    throw new Fault(`The ${what} is neither text nor a whole number.`);
  }
  const text = String(given).trim();
  if (text.length > NAME_LENGTH_MAX) throw new Fault(`The ${what} is longer than ${NAME_LENGTH_MAX} characters.`);
  if (!isReadable(text)) throw new Fault(`The ${what} holds characters that are not valid text.`);
  return text;
}

/** A replacement character stands for bytes that were not UTF-8: what was meant is lost. */
function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000") && !text.includes("\ufffd");
}

type ReadMoney = { amount: string | null; currency: string | null };

function readMoney(amount: JsonValue | undefined, currency: JsonValue | undefined, unit: Unit): ReadMoney {
  if (amount === undefined) return { amount: null, currency: null };
  if (currency === undefined) {
    const plain = unit === "minor" ? integerText(amount) : decimalText(amount);
    if (plain !== null) return { amount: plain, currency: null };
    throw new Fault(
      unit === "minor" ? "The amount is no whole number of minor units." : "The amount is no plain decimal.",
    );
  }
  const read = normaliseMoney({ unit, currency: "/currency" }, amount, { at: () => currency });
  if (!read.ok) throw new Fault(`The amount: ${wholeUnits(currency, unit) ?? read.message}`);
  const money = read.value as Money;
  return { amount: majorUnits(money), currency: money.currency };
}

/** Of a currency without fraction digits that is all there is to say. */
function wholeUnits(currency: JsonValue, unit: Unit): string | null {
  const code = String(currency).trim().toUpperCase();
  if (unit === "minor" || currencyExponent(code) !== 0) return null;
  return `Expected an amount in ${code}, which has no fraction digits, such as 80.`;
}

function decimalText(value: JsonValue): string | null {
  const read = normaliseDecimal(value);
  return read.ok ? String(read.value) : null;
}

type Instant = { at: Date; isDate: boolean };

const SECONDS_DIGITS_MAX = 10;
const UNIX = /^\d{9,13}$/;

function readInstant(value: JsonValue | undefined): Instant | null {
  if (value === undefined) return null;
  const read = parseInstant(value);
  if (read === null) throw new Fault("The time is neither RFC 3339 (2026-11-16T10:00:00Z), a day, nor a Unix time.");
  const ms = read.at.getTime();
  if (ms < TIMES_FROM_MS || ms > TIMES_TO_MS) throw new Fault("The time is not between 1970 and 3000.");
  return read;
}

/** RFC 3339; without an offset UTC is meant. A day; or seconds or milliseconds since 1970. */
function parseInstant(value: JsonValue): Instant | null {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  if (UNIX.test(text)) {
    const ms = Number(text) * (text.length <= SECONDS_DIGITS_MAX ? 1_000 : 1);
    return { at: new Date(ms), isDate: false };
  }
  if (parseDate(text) !== null) return { at: new Date(`${text}T00:00:00Z`), isDate: true };
  const read = parseTimestamp(text);
  return read === null ? null : { at: new Date(read.wallMs - (read.offsetMs ?? 0)), isDate: false };
}

function readTarget(target: StatementCells["target"]): StatementRow["target"] {
  if (target === null) return null;
  const said = Object.entries(target).filter(([, value]) => present(value) !== undefined);
  for (const [pointer, value] of said) {
    const isScalar = typeof value !== "object";
    if (!isScalar || String(value).length > TARGET_LENGTH_MAX || !isReadable(String(value))) {
      throw new Fault(`${pointer} is no short text or number.`);
    }
  }
  return said.length === 0 ? null : Object.fromEntries(said);
}

const DIGEST_LENGTH = 22;

function digestOf({ key, effectId, amount, currency, at, target }: StatementRow): string {
  const said = JSON.stringify([key, effectId, amount, currency, at, target]);
  return hash("sha1", said, "base64url").slice(0, DIGEST_LENGTH);
}
