import { Badge } from "@/components/badge";
import type { FindingState } from "./finding-filter";
import { STATE_WORDS } from "./state-words";

export function StateBadge({ state }: { state: FindingState }) {
  const { word, tone, icon } = STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
