import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Scale from "lucide-react/icons/scale";
import Tag from "lucide-react/icons/tag";
import { Badge, type Icon, type Tone } from "./badge";

export type FieldRole = "identity" | "material" | "incidental";

export const ROLE_WORDS: Record<FieldRole, { word: string; meaning: string }> = {
  identity: { word: "Identity", meaning: "Says which action this is: another value is another action." },
  material: {
    word: "Material",
    meaning: "The same action with another value here is a drift or a variant: shown, never merged away.",
  },
  incidental: {
    word: "Incidental",
    meaning: "Another value here changes nothing: the one that was decided on is what runs.",
  },
};

const LOOK: Record<FieldRole, { tone: Tone; icon: Icon }> = {
  identity: { tone: "info", icon: Fingerprint },
  material: { tone: "warn", icon: Scale },
  incidental: { tone: "neutral", icon: Tag },
};

/** Which part a field of the args plays when two submissions are compared. */
export function FieldRoleBadge({ role }: { role: FieldRole }) {
  const { word, meaning } = ROLE_WORDS[role];
  return (
    <span title={meaning} className="inline-flex">
      <Badge {...LOOK[role]}>{word}</Badge>
    </span>
  );
}
