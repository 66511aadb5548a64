import BadgeCheck from "lucide-react/icons/badge-check";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import CircleSlash from "lucide-react/icons/circle-slash";
import ClockAlert from "lucide-react/icons/clock-alert";
import { Badge } from "@/components/badge";
import type { GrantState } from "@/lib/wire/grant";
import { STATE_WORDS } from "./grant-words";

const ICONS = { active: BadgeCheck, used_up: CircleCheckBig, expired: ClockAlert, revoked: CircleSlash };

export function StateBadge({ state }: { state: GrantState }) {
  return (
    <Badge icon={ICONS[state]} tone={state === "active" ? "good" : "neutral"}>
      {STATE_WORDS[state]}
    </Badge>
  );
}
