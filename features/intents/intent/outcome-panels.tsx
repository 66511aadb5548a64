import Ban from "lucide-react/icons/ban";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleX from "lucide-react/icons/circle-x";
import ShieldX from "lucide-react/icons/shield-x";
import TimerOff from "lucide-react/icons/timer-off";
import Undo2 from "lucide-react/icons/undo-2";
import { AgentLine, AgentText } from "@/components/agent-text";
import type { Icon } from "@/components/badge";
import { JsonBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import type { IntentDto, IntentState } from "@/lib/wire/intent";

const FAILURE = { tone: "bad", icon: CircleX, title: "What went wrong" } as const;

const ERROR_WORDS: Partial<Record<IntentState, { tone: "info"; icon: Icon; title: string }>> = {
  denied: { tone: "info", icon: Ban, title: "Why it was denied" },
  refused: { tone: "info", icon: ShieldX, title: "Why it was refused" },
  expired: { tone: "info", icon: TimerOff, title: "Why nothing ran" },
  withdrawn: { tone: "info", icon: Undo2, title: "Why nothing ran" },
};

/** What came of it: what went wrong and what to do, and what the downstream answered. */
export function OutcomePanels({ intent }: { intent: IntentDto }) {
  const { error, correctiveAction, result, state } = intent;
  return (
    <>
      {/* Of a doubt everything is told beside its evidence. */}
      {error && state !== "in_doubt" && (
        <Notice {...(ERROR_WORDS[state] ?? FAILURE)}>
          <DeniedBy intent={intent} />
          {error.message !== "" && <AgentText text={error.message} />}
          <p className="mt-1 font-medium text-ink">What the agent is told to do</p>
          <AgentText text={error.correctiveAction} />
          <p className="mt-1 font-mono text-xs">
            {error.code} · {error.retriable ? "may be tried again" : "not to be tried again"}
          </p>
        </Notice>
      )}
      {correctiveAction !== undefined && correctiveAction !== error?.correctiveAction && (
        <Notice tone="warn" icon={CircleAlert} title="What is left to do">
          <AgentText text={correctiveAction} />
        </Notice>
      )}
      {result !== null && result !== undefined && (
        <Panel title="Result" aside={<CopyButton text={JSON.stringify(result, null, 2)} what="the result" />}>
          <JsonBlock value={result} label="Result" />
        </Panel>
      )}
    </>
  );
}

function DeniedBy({ intent: { state, lastDecision, endedAt } }: { intent: IntentDto }) {
  const who = state === "denied" && lastDecision?.verdict === "deny" ? lastDecision.operator : null;
  if (!who || endedAt === null) return null;
  return (
    <p>
      <AgentLine text={who.name} className="font-medium text-ink" /> denied it on <Instant at={endedAt} />:
    </p>
  );
}
