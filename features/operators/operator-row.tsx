import { clsx } from "clsx";
import CircleSlash from "lucide-react/icons/circle-slash";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import type { OperatorAccountDto } from "@/lib/wire/operator";
import { RoleBadge } from "./role-badge";

const GRID = "lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_7rem_9rem_8rem_6.5rem] lg:items-center lg:gap-x-4";

/** Names the columns for those who see them; each row names its own for everybody else. */
export function OperatorRowHead() {
  return (
    <p aria-hidden className={clsx("border-b px-6 py-2 text-ink-faint text-xs max-lg:hidden", GRID)}>
      <span>Name</span>
      <span>E-mail</span>
      <span>Role</span>
      <span>Password</span>
      <span>Tokens in use</span>
      <span />
    </p>
  );
}

/** One line on a desktop, a small card on a phone. */
export function OperatorRow({ operator, isSelf }: { operator: OperatorAccountDto; isSelf: boolean }) {
  const { id, name, email, role, hasPassword, liveTokenCount, disabledAt } = operator;
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/operators/${encodeURIComponent(id)}`}
        prefetch={false}
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-ink-soft hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:py-2.5",
          GRID,
        )}
      >
        <span className="flex min-w-0 items-center gap-2 max-lg:w-full">
          <AgentLine text={name} className={clsx("truncate font-medium", disabledAt ? "text-ink-soft" : "text-ink")} />
          {isSelf && <Badge tone="info">You</Badge>}
        </span>
        <AgentLine text={email} className="min-w-0 truncate max-lg:w-full" />
        <span>
          <span className="sr-only">Role </span>
          <RoleBadge role={role} />
        </span>
        <span>{hasPassword ? "Has a password" : "No password"}</span>
        <span className="tabular-nums">
          {tokenWords(liveTokenCount)}
          <span className="sr-only"> in use</span>
        </span>
        <span>{disabledAt !== null && <Badge icon={CircleSlash}>Disabled</Badge>}</span>
      </Link>
    </li>
  );
}

function tokenWords(count: number): string {
  if (count === 0) return "No tokens";
  return count === 1 ? "1 token" : `${count} tokens`;
}
