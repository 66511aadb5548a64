"use client";

import { useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/use-settled";
import type { ContractCheckDto } from "@/lib/wire/proposal";
import { mistakesOf } from "./editor/use-placed-errors";
import { checkQuery, type Written } from "./queries";

/** Long enough that somebody who types is not asked about half a word. */
const TYPING_MS = 500;

export type Check =
  | { kind: "checking" }
  | { kind: "valid"; found: ContractCheckDto }
  | { kind: "mistaken"; error: unknown }
  /** Nobody knows whether it is valid. */
  | { kind: "failed"; error: unknown; retry: () => unknown };

/** What publishing the text in the editor would say, asked whenever somebody stops typing. */
export function useCheck(tool: string, activeVersion: number, { text, format }: Written): Check {
  const settled = useSettled(text, TYPING_MS);
  const check = useQuery(checkQuery(tool, activeVersion, { text: settled, format }));
  if (check.error !== null && mistakesOf(check.error).length > 0) {
    return { kind: "mistaken", error: check.error };
  }
  if (settled !== text || check.isPending) return { kind: "checking" };
  if (check.data !== undefined) return { kind: "valid", found: check.data };
  return { kind: "failed", error: check.error, retry: check.refetch };
}
