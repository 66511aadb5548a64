import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Scale from "lucide-react/icons/scale";
import Tag from "lucide-react/icons/tag";
import { Badge, type Icon, type Tone } from "@/components/badge";
import type { FieldRole } from "./compare-fields";
import { ROLE_WORDS } from "./field-words";

const LOOK: Record<FieldRole, { tone: Tone; icon: Icon }> = {
  identity: { tone: "info", icon: Fingerprint },
  material: { tone: "warn", icon: Scale },
  incidental: { tone: "neutral", icon: Tag },
};

/** Which part a field plays when two submissions are compared. */
export function RoleBadge({ role }: { role: FieldRole }) {
  const { word, meaning } = ROLE_WORDS[role];
  return (
    <span title={meaning} className="inline-flex">
      <Badge {...LOOK[role]}>{word}</Badge>
    </span>
  );
}
