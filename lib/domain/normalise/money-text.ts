/**
 * How an amount in major units may be written: `80`, `80.00`, `-80`, `$80`, `$ 80`, `US$80`, `USD 80.00`, `80 EUR`,
 * `$80 USD`, `1,250`, `1,250.00`. The point is always the decimal sign and the comma always groups by three; what a
 * reader elsewhere could take for another amount is refused, not guessed.
 */
import { trimWhiteSpace } from "./characters";
import { isSymbolOf } from "./currency-symbols";
import { normaliseForm, toUpper, WHITE_SPACE } from "./unicode";

export type WrittenAmount = { negative: boolean; whole: string; fraction: string };

const PLAIN = /^([0-9]+)(?:\.([0-9]+))?$/;
const GROUPED = /^([1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.([0-9]+))?$/;
const FIRST_DIGIT = /[0-9]/;
const CODE_THEN_SYMBOL = new RegExp(`^([A-Za-z]{3})[${WHITE_SPACE}]*([^${WHITE_SPACE}]+)$`, "u");
const ASCII_LETTERS = /^[A-Za-z]+$/;
// Behind digits these are read as thousand, million, billion …: `80K`, `80B$`.
const MULTIPLIER = /^[KMBTG]\$?$/;
// Longer than any code and sign together, so what is cut off cannot agree either.
const AFFIX_LENGTH_MAX = 16;

export function readAmount(text: string, code: string, exponent: number): WrittenAmount | null {
  const trimmed = trimWhiteSpace(text);
  const negative = trimmed.startsWith("-");
  const body = negative ? trimmed.slice(1) : trimmed;
  if (negative && body !== trimWhiteSpace(body)) return null;
  const start = body.search(FIRST_DIGIT);
  if (start === -1) return null;
  const end = endOfDigits(body);
  if (!affixesAgree(body.slice(0, start), body.slice(end), code)) return null;
  const number = readNumber(body.slice(start, end), exponent);
  return number && { negative, ...number };
}

function endOfDigits(text: string): number {
  let end = text.length;
  while (end > 0 && !FIRST_DIGIT.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function readNumber(text: string, exponent: number): { whole: string; fraction: string } | null {
  const plain = PLAIN.exec(text);
  if (plain) return { whole: plain[1] ?? "", fraction: plain[2] ?? "" };
  const grouped = GROUPED.exec(text);
  if (!grouped) return null;
  const groups = (grouped[1] ?? "").split(",");
  // With three or more minor digits, `1,250` may just as well be a decimal comma.
  if (groups.length === 2 && grouped[2] === undefined && exponent >= 3) return null;
  return { whole: groups.join(""), fraction: grouped[2] ?? "" };
}

/** Before the digits a sign, a code or both; behind them one of the two, or the code of a sign in front. */
function affixesAgree(before: string, behind: string, code: string): boolean {
  const prefix = normaliseForm(trimWhiteSpace(before).slice(0, AFFIX_LENGTH_MAX), "NFKC");
  const suffix = normaliseForm(trimWhiteSpace(behind).slice(0, AFFIX_LENGTH_MAX), "NFKC");
  if (suffix === "") return prefix === "" || agrees(prefix, code) || codeAndSymbolAgree(prefix, code);
  if (prefix === "") return agrees(suffix, code) && !MULTIPLIER.test(suffix);
  return isSymbolOf(prefix, code) && isCode(suffix, code);
}

function agrees(affix: string, code: string): boolean {
  return isCode(affix, code) || isSymbolOf(affix, code);
}

function isCode(affix: string, code: string): boolean {
  return ASCII_LETTERS.test(affix) && toUpper(affix) === code;
}

function codeAndSymbolAgree(affix: string, code: string): boolean {
  const [, written = "", symbol = ""] = CODE_THEN_SYMBOL.exec(affix) ?? [];
  return isCode(written, code) && isSymbolOf(symbol, code);
}
