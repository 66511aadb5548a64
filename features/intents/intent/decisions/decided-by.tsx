import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import type { DecisionDto } from "@/lib/wire/decision";
import { heldWords } from "./held-words";

/** A person, a grant or a rule; of a hold that no rule asked for, what it came from. */
export function DecidedBy({ decision }: { decision: DecisionDto }) {
  const { by, operator, rule, grantId } = decision;
  if (operator !== null) return <AgentLine text={operator.name} className="font-medium text-ink" />;
  if (by === "grant") {
    return (
      <span className="min-w-0 text-ink-soft">
        by a grant{" "}
        <Link href="/grants" className="font-mono text-link text-xs underline underline-offset-2">
          {grantId}
        </Link>
      </span>
    );
  }
  const held = heldWords(decision);
  const named = rule !== null && <AgentLine text={rule} className="font-mono text-ink text-xs" />;
  return (
    <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">
      {held === null && <>by policy {named}</>}
      {held?.isByPolicy && (
        <>
          by policy {named}, and {held.because}
        </>
      )}
      {held?.isByPolicy === false && (
        <>
          {held.because}. Policy alone would have cleared it: {named}
        </>
      )}
    </span>
  );
}
