import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { PageHeader } from "@/components/page-header";
import type { GrantDto } from "@/lib/wire/grant";
import { StateBadge } from "./state-badge";

/** Where the reader is, and the way back to the list. */
export function GrantHeader({ grant }: { grant: GrantDto | null }) {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <Link href="/grants" className="shrink-0 text-ink-soft text-sm hover:text-ink">
            Grants
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <h1 className="min-w-0 truncate font-semibold text-base text-ink">
            {grant ? <AgentLine text={grant.title} /> : "Grant"}
          </h1>
        </div>
      }
    >
      {grant && <StateBadge state={grant.state} />}
    </PageHeader>
  );
}
