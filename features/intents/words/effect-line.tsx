import { AgentLine } from "@/components/agent-text";
import type { IntentDto } from "@/lib/wire/intent";
import { effectPieces } from "./effect-sentence";

type EffectLineProps = { intent: Pick<IntentDto, "about" | "args" | "argsErased">; className?: string };

/** The amount and what it is done to; stands beside or under the tool's title. */
export function EffectLine({ intent, className }: EffectLineProps) {
  return (
    <span className={className}>
      {effectPieces(intent).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other identity
        if (kind === "words") return <span key={index}>{text}</span>;
        return (
          <AgentLine
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence have no other identity
            key={index}
            text={text}
            className={kind === "amount" ? "font-semibold text-ink tabular-nums" : "text-ink [overflow-wrap:anywhere]"}
          />
        );
      })}
    </span>
  );
}
