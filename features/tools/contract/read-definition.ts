/**
 * A definition as it comes over the wire: an object of which this page may know only a part, because the server may be
 * newer. What is read here is looked at before it is used; what is not what it should be reads as absent.
 */
import type { ContractVersionDetailDto } from "@/lib/wire/contract";

export type Json = Record<string, unknown>;

/** What any version of a contract says, and what is in force because of it. */
export type ReadContract = Pick<
  ContractVersionDetailDto,
  "tool" | "title" | "effect" | "value" | "mode" | "definition" | "terms"
>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, name: string): Json | null {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  return isObject(member) ? member : null;
}

export function textAt(value: unknown, name: string): string | null {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  return typeof member === "string" ? member : null;
}

export function numberAt(value: unknown, name: string): number | null {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  return typeof member === "number" ? member : null;
}

export function listAt(value: unknown, name: string): unknown[] {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
  return Array.isArray(member) ? member : [];
}

/** The values of a list that are texts. */
export function textsAt(value: unknown, name: string): string[] {
  return listAt(value, name).filter((one) => typeof one === "string");
}
