import { spellDuration } from "@/components/duration";
import { objectAt, type ReadContract, textAt } from "./read-definition";
import type { Statement } from "./statement";

/** What is compared with the downstream afterwards, and how long raw args are kept. */
export function recordStatements(contract: ReadContract): Statement[] {
  return [...reconcileStatements(contract), { text: retentionWords(contract.terms.retentionMs) }];
}

function reconcileStatements({ definition, terms: { reconcile } }: ReadContract): Statement[] {
  const list = objectAt(objectAt(definition, "execute"), "list");
  if (reconcile === null) {
    const words = list === null ? "" : " One can still be started by hand.";
    return [{ text: `What Interlock did is not compared with the downstream by itself.${words}` }];
  }
  const often = `Every ${spellDuration(reconcile.everyMs)} what Interlock did is compared with the downstream`;
  if (reconcile.by === "probe")
    return [{ text: `${often}: the probe asks about each intent. What differs is a finding.` }];
  const code = `${textAt(list, "method") ?? "GET"} ${textAt(list, "url") ?? ""}`;
  return [{ text: `${often}, by its own list of what happened. What differs is a finding.`, code }];
}

function retentionWords(retentionMs: number | null): string {
  return retentionMs === null
    ? "This contract does not say how long raw args are kept: INTERLOCK_RETENTION does, and without it they stay."
    : `Raw args are erased ${spellDuration(retentionMs)} after an intent ended, but not before its window is over. Keys, digests and states stay.`;
}
