import { Badge } from "@/components/badge";
import type { IntentState } from "@/lib/wire/intent";
import { STATE_WORDS } from "./state-words";

/** `past`: a state that was, in a history; nothing moves there any more. */
export function StateBadge({ state, past = false }: { state: IntentState; past?: boolean }) {
  const { word, tone, icon } = STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={icon} iconClassName={state === "executing" && !past ? "animate-turn" : undefined}>
      {word}
    </Badge>
  );
}
