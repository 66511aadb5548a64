import type { IntentDto } from "@/lib/wire/intent";
import { effectPieces } from "./effect-sentence";
import { Pieces } from "./pieces";

type EffectLineProps = { intent: Pick<IntentDto, "about" | "args" | "argsErased">; className?: string };

/** The amount and what it is done to; stands beside or under the tool's title. */
export function EffectLine({ intent, className }: EffectLineProps) {
  return (
    <span className={className}>
      <Pieces pieces={effectPieces(intent)} />
    </span>
  );
}
