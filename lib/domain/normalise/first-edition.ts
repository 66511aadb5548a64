/**
 * Engine 1: what the first edition computed, with the tables of the Node it ran on. Read only while intents of that
 * edition may still be asked for again; no other file of this folder may ask the runtime (`runtime-tables.test`).
 */
import { parseUrl } from "../url";

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const SECOND_MS = 1_000;

export function composeThen(text: string): string {
  return text.normalize("NFKC");
}

export function upperThen(text: string): string {
  return text.normalize("NFKC").toUpperCase();
}

export function lowerThen(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}

export function dropIgnorableThen(text: string): string {
  return text.replace(DEFAULT_IGNORABLE, "");
}

export function hostThen(address: string): string | null {
  return parseUrl(address)?.hostname ?? null;
}

/** Null: no http address. */
export function addressThen(text: string): { href: string; hasCredentials: boolean } | null {
  const url = parseUrl(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  const [href = ""] = url.href.split("#", 1);
  return { href, hasCredentials: url.username !== "" || url.password !== "" };
}

export function isZoneThen(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    makeClock(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How far a zone's wall clock is ahead of UTC at an instant. Old offsets have seconds. */
export function clockThen(zone: string): (epochMs: number) => number {
  const clock = makeClock(zone);
  return (epochMs) => {
    const wholeSecondMs = Math.floor(epochMs / SECOND_MS) * SECOND_MS;
    const parts = new Map(clock.formatToParts(wholeSecondMs).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const wall = new Date(0);
    const year = parts.get("era") === "BC" ? 1 - number("year") : number("year");
    wall.setUTCFullYear(year, number("month") - 1, number("day"));
    wall.setUTCHours(number("hour"), number("minute"), number("second"), 0);
    return wall.getTime() - wholeSecondMs;
  };
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}
