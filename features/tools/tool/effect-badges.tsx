import Eye from "lucide-react/icons/eye";
import { Badge } from "@/components/badge";
import type { ContractSummaryDto } from "@/lib/wire/contract";
import { EFFECT_WORDS, VALUE_WORDS } from "../contract/effect-words";

type Summary = Pick<ContractSummaryDto, "effect" | "value" | "mode">;

export function EffectBadge({ effect }: Pick<Summary, "effect">) {
  const { word, tone, icon } = EFFECT_WORDS[effect];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export function ValueBadge({ value }: Pick<Summary, "value">) {
  return <Badge>{VALUE_WORDS[value].word}</Badge>;
}

export function ObserveBadge({ mode }: Pick<Summary, "mode">) {
  if (mode !== "observe") return null;
  return (
    <Badge tone="info" icon={Eye}>
      Only observes
    </Badge>
  );
}
