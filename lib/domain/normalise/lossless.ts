/**
 * Finds the numbers that `JSON.parse` cannot carry: those whose written decimal is not what the double prints back.
 * 9007199254740993 would arrive as …992 and merge two payments; it has to be refused, and only the text can tell.
 *
 * Reads text that `JSON.parse` has accepted (other text may throw a SyntaxError), in one pass without recursion.
 */

import { appendToken } from "../pointer";
import { stripLeadingZeros, stripTrailingZeros } from "./plain-decimal";

/** A double keeps any 15 significant digits; an exponent can leave its range with one. */
const DIGITS_ALWAYS_SAFE = 15;
/** Callers refuse on the first; the rest is for people. Keeps a hostile text linear. */
export const UNSAFE_NUMBERS_MAX = 100;

/** Too many digits in a row, or an exponent; inside a string it is neither, which `hasSuspect` tells. */
const MAYBE_SUSPECT = /\d(?:[\d.]{15}|[eE])/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TOKEN = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

type Container = { kind: "array"; index: number } | { kind: "object"; nameStart: number; nameEnd: number };

/** JSON pointers of the unsafe numbers, at most UNSAFE_NUMBERS_MAX of them. */
export function findUnsafeNumbers(text: string): string[] {
  return MAYBE_SUSPECT.test(text) && hasSuspect(text) ? locateUnsafe(text) : [];
}

/** The same text with every unsafe number as a string: for documents that must be kept, not refused. */
export function quoteUnsafeNumbers(text: string): string {
  if (!MAYBE_SUSPECT.test(text) || !hasSuspect(text)) return text;
  let quoted = "";
  let copiedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isDigit(code) || code === 0x2d) {
      const end = endOfNumber(text, at);
      if (!isSafe(text.slice(at, end))) {
        quoted += `${text.slice(copiedTo, at)}"${text.slice(at, end)}"`;
        copiedTo = end;
      }
      at = end - 1;
    }
  }
  return quoted + text.slice(copiedTo);
}

/** Outside strings a digit belongs to a number, and an `e` after a digit is an exponent. */
function hasSuspect(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      if (digits > DIGITS_ALWAYS_SAFE) return true;
    } else if (code === QUOTE) {
      at = endOfString(text, at);
      digits = 0;
    } else if (digits > 0 && (code === 0x65 || code === 0x45)) return true;
    else if (code !== 0x2e) digits = 0;
  }
  return false;
}

function locateUnsafe(text: string): string[] {
  const unsafe: string[] = [];
  const path: Container[] = [];
  for (let at = 0; at < text.length && unsafe.length < UNSAFE_NUMBERS_MAX; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      rememberName(path, at, end);
      at = end;
    } else if (isDigit(code) || code === 0x2d) {
      const end = endOfNumber(text, at);
      if (!isSafe(text.slice(at, end))) unsafe.push(pointerOf(text, path));
      at = end - 1;
    } else step(path, code);
  }
  return unsafe;
}

function step(path: Container[], code: number): void {
  const inside = path.at(-1);
  if (code === 0x7b) path.push({ kind: "object", nameStart: -1, nameEnd: -1 });
  else if (code === 0x5b) path.push({ kind: "array", index: 0 });
  else if (code === 0x7d || code === 0x5d) path.pop();
  else if (code === 0x2c && inside?.kind === "array") inside.index += 1;
  else if (code === 0x2c && inside?.kind === "object") inside.nameStart = -1;
}

/** In an object the first string after `{` or `,` is a name; a later one is its value. */
function rememberName(path: Container[], start: number, end: number): void {
  const inside = path.at(-1);
  if (inside?.kind !== "object" || inside.nameStart !== -1) return;
  inside.nameStart = start;
  inside.nameEnd = end + 1;
}

function pointerOf(text: string, path: readonly Container[]): string {
  return path.reduce((pointer, inside) => {
    if (inside.kind === "array") return appendToken(pointer, inside.index);
    return appendToken(pointer, String(JSON.parse(text.slice(inside.nameStart, inside.nameEnd))));
  }, "");
}

/** Index of the closing quote, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && isNumberPart(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
}

/** Whether a number, as JSON writes it, is what the double prints back; true for what is no such number. */
export function isCarried(written: string): boolean {
  return !TOKEN.test(written) || isSafe(written);
}

/** Compared as exact decimals, so `1.0`, `1e2` and `-0` are safe and a nineteenth digit is not. */
function isSafe(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const written = significand(token);
  const printed = significand(String(value));
  if (written.digits === "") return true;
  return written.digits === printed.digits && written.point === printed.point;
}

/** The number is 0.`digits` × 10^`point`; zero has no digits. The sign survives any rounding, so it is left out. */
function significand(text: string): { digits: string; point: number } {
  const [, whole = "", fraction = "", exponent = "0"] = TOKEN.exec(text) ?? [];
  const all = `${whole}${fraction}`;
  const stripped = stripLeadingZeros(all);
  const digits = stripTrailingZeros(stripped);
  return { digits, point: whole.length - (all.length - stripped.length) + Number(exponent) };
}
