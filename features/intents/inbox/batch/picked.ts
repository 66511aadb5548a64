/** What is selected, with all that deciding on it needs: also of rows that are no longer drawn. */
import { type Amount, addMoney } from "@/components/money";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { type Risk, riskOf } from "../../decide/risk";
import { kindOf } from "../row-kind";

export type Picked = {
  id: string;
  title: string;
  /** What was on the screen when it was selected (L10). */
  argsDigest: string;
  heldSince: string | undefined;
  amount: Amount | null;
  /** `unread`: its args are too long for a row, so nobody has seen them. */
  risk: Risk["kind"] | "unread";
  /** How long an approval can be taken back; 0: not at all. */
  undoMs: number;
  /** How many people must approve it beside whoever does now. */
  othersNeeded: number;
};

/** Null: there is nothing to decide about it. */
export function toPicked(item: InboxItemDto): Picked | null {
  if (kindOf(item) !== "decide") return null;
  const { id, title, argsDigest, hold, about } = item;
  const othersNeeded = Math.max(0, (hold?.approvalsNeeded ?? 1) - (hold?.approvalsGiven ?? 0) - 1);
  return {
    ...{ id, title, argsDigest, heldSince: hold?.since, othersNeeded },
    ...{
      amount: about?.amount ?? null,
      risk: item.argsLeftOut ? "unread" : riskOf(item).kind,
      undoMs: about?.undoMs ?? 0,
    },
  };
}

/** High value, irreversible and what was not shown take a look at each of them. */
export function approvable(picked: readonly Picked[]): Picked[] {
  return picked.filter(({ risk }) => risk === "low");
}

export function totalsOf(picked: readonly Picked[]): Amount[] {
  return addMoney(picked.flatMap(({ amount }) => (amount === null ? [] : [amount])));
}

/** How many of each tool, the most first. */
export function byTitle(picked: readonly Picked[]): { title: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { title } of picked) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => ({ title, count })).sort((left, right) => right.count - left.count);
}
