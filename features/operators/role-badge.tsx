import Eye from "lucide-react/icons/eye";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserCheck from "lucide-react/icons/user-check";
import { Badge } from "@/components/badge";
import { type Role, roleLabel } from "./role-words";

const ICONS = { viewer: Eye, approver: UserCheck, admin: ShieldCheck };

export function RoleBadge({ role }: { role: Role }) {
  return (
    <Badge icon={ICONS[role]} tone={role === "admin" ? "info" : "neutral"}>
      {roleLabel(role)}
    </Badge>
  );
}
