/**
 * E.164, or a refusal. The text is read here, strictly; the library only decides what a region's trunk and
 * international prefixes mean and whether the length is possible. Its own reading of free text is never used: it
 * spells words, cuts extensions off and picks a number out of a sentence.
 */
import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { JsonValue } from "../json";
import { trimWhiteSpace } from "./characters";
import { accept, type Normalised, refuse } from "./normalised";
import { FORMAT, SPACE_SEPARATOR } from "./unicode";

const PHONE_LENGTH_MAX = 100;
const INVISIBLE = new RegExp(`[${FORMAT}]`, "gu");
const DIGIT = /[0-9\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g;
const PLUS = /^\(?[+\uFF0B]/;
const WRITTEN = new RegExp(`^\\(?\\+?[0-9() .\\u2010-\\u2015\\u2212\\uFF0D\\uFF08\\uFF09${SPACE_SEPARATOR}/-]+$`, "u");
// `030/1234567` is an area code; `1234567/8` is two numbers in one.
const SECOND_NUMBER = /\/(?:.*\/|(?:[^0-9]*[0-9]){0,3}[^0-9]*$)/;
// The library allows longer German numbers than the standard does.
const E164 = /^\+[1-9][0-9]{1,14}$/;
const PUNCTUATION = /[^0-9+]/g;

export function isPhoneRegion(region: string): region is CountryCode {
  return isSupportedCountry(region);
}

export function phoneRegions(): readonly CountryCode[] {
  return getCountries();
}

export function normalisePhone(value: JsonValue, region: CountryCode | undefined): Normalised {
  const expected = region
    ? "Expected a phone number, without letters or an extension."
    : "Expected a phone number in international form such as +14155552671, without letters or an extension.";
  if (typeof value !== "string" || value.length > PHONE_LENGTH_MAX) return refuse(expected);
  const text = trimWhiteSpace(value.replace(INVISIBLE, "")).replace(DIGIT, asciiDigit).replace(PLUS, asciiPlus);
  if (!WRITTEN.test(text) || SECOND_NUMBER.test(text)) return refuse(expected);
  const number = toE164(text.replace(PUNCTUATION, ""), region);
  // A prefix that still hides another one (`+43 0 0…`) has no single reading.
  return number !== null && toE164(number, region) === number ? accept(number) : refuse(expected);
}

function toE164(digits: string, defaultCountry: CountryCode | undefined): string | null {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
  return parsed?.isPossible() && E164.test(parsed.number) ? parsed.number : null;
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  // In all four blocks the zero's code unit is a multiple of sixteen, so the low bits are the digit.
  return String.fromCharCode(0x30 + (code & 0xf));
}

function asciiPlus(start: string): string {
  return start.replace("\uFF0B", "+");
}
