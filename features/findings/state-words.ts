import CircleCheck from "lucide-react/icons/circle-check";
import CircleDot from "lucide-react/icons/circle-dot";
import Eye from "lucide-react/icons/eye";
import type { Icon, Tone } from "@/components/badge";
import type { FindingState } from "./finding-filter";

type StateWords = { word: string; tone: Tone; icon: Icon };

export const STATE_WORDS: Record<FindingState, StateWords> = {
  open: { word: "Open", tone: "warn", icon: CircleDot },
  acknowledged: { word: "Acknowledged", tone: "info", icon: Eye },
  resolved: { word: "Resolved", tone: "good", icon: CircleCheck },
};
