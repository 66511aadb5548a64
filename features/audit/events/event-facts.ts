/** The few things of an event's data that a row has room for; the whole is in its details. */
import type { LoggedEventDto } from "@/lib/wire/audit";

export type EventFact = { name: string; value: string };

const FACTS_MAX = 3;
const VALUE_LENGTH_MAX = 60;
const HASH = /^[0-9a-f]{40,}$/;
/** Said otherwise in the row, or only meant for machines. */
const LEFT_OUT = /digest|^from$|^to$|^hash$|fence/i;
/** Who it is about, and what people wrote, is what a reader wants first. */
const SPOKEN = ["name", "reason", "note", "evidence"];

/** `from` and `to` of a transition; null: the event moved nothing. */
export function stateChange({ data }: Pick<LoggedEventDto, "data">): { from: string | null; to: string } | null {
  const { from, to } = asObject(data);
  if (typeof to !== "string" || from === to || isInstant(to)) return null;
  return { from: typeof from === "string" ? stateWord(from) : null, to: stateWord(to) };
}

function stateWord(state: string): string {
  return state.replaceAll("_", " ");
}

export function eventFacts({ data, details }: Pick<LoggedEventDto, "data" | "details">): EventFact[] {
  const spoken = SPOKEN.flatMap((name) => toFact(name, asObject(details)[name]));
  const told = Object.entries(asObject(data)).flatMap(([name, value]) =>
    LEFT_OUT.test(name) ? [] : toFact(name, value),
  );
  return [...spoken, ...told].slice(0, FACTS_MAX);
}

function toFact(name: string, value: unknown): EventFact[] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const text = String(value);
  if (text === "" || HASH.test(text)) return [];
  const short = text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
  return [{ name: inWords(name), value: withoutName(inWords(name), short) }];
}

/** "rule 1: otherwise" is called "rule" already. */
function withoutName(name: string, value: string): string {
  return value.startsWith(`${name} `) ? value.slice(name.length + 1) : value;
}

/** `effectId` → "effect id". */
function inWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text);
}
