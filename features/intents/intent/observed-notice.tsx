import Eye from "lucide-react/icons/eye";
import { AgentLine } from "@/components/agent-text";
import { Notice } from "@/components/notice";
import type { IntentDto } from "@/lib/wire/intent";
import { HOLD_WORDS } from "../words/hold-words";

type Observed = NonNullable<IntentDto["observed"]>;

const VERDICTS: Record<Observed["verdict"], string> = {
  clear: "would have let it through, too",
  hold: "would have held it for a person",
  refuse: "would have refused it",
  join: "would have folded it onto another intent: it is a duplicate, and it ran",
};

/** Its contract protects nobody yet; says what it would have done. */
export function ObservedNotice({ intent: { observed } }: { intent: IntentDto }) {
  if (observed === undefined) return null;
  const { verdict, reasons, rule } = observed;
  return (
    <Notice tone={verdict === "clear" ? "info" : "warn"} icon={Eye} title="Observed only: nothing held it back">
      <p>
        The contract is in observe mode. Enforced, it {VERDICTS[verdict]}
        {reasons.length > 0 && ` (${reasons.map((reason) => HOLD_WORDS[reason].word.toLowerCase()).join(", ")})`}.
      </p>
      {rule !== null && <AgentLine text={rule} className="font-mono text-xs [overflow-wrap:anywhere]" />}
    </Notice>
  );
}
