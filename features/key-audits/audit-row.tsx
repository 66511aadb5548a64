import Link from "next/link";
import { memo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import { Instant } from "@/components/instant";
import type { KeyAuditSummaryDto } from "@/lib/wire/key-audit";
import { AuditBadge, AuditProgress } from "./audit-state";
import { progressWords } from "./audit-words";

export const AuditRow = memo(function AuditRow({ audit }: { audit: KeyAuditSummaryDto }) {
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/findings/key-audits/${encodeURIComponent(audit.id)}`}
        prefetch={false}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:grid-cols-[8.5rem_minmax(0,1fr)_14rem_6rem]"
      >
        <span className="flex max-lg:order-2">
          <AuditBadge state={audit.state} />
        </span>
        <span className="min-w-0 max-lg:order-1">
          <span className="block font-medium text-ink">
            Intents opened from <Instant at={audit.from} /> to <Instant at={audit.to} />
          </span>
          <AgentLine text={progressWords(audit)} className="mt-0.5 block text-ink-soft" />
          <AuditProgress audit={audit} className="mt-2 max-w-sm" />
        </span>
        <span className="text-ink-soft text-xs max-lg:order-3">
          {audit.requestedBy === null ? (
            "On schedule"
          ) : (
            <>
              Asked by <AgentLine text={audit.requestedBy.name} />
            </>
          )}
        </span>
        <Ago at={audit.createdAt} className="text-right text-ink-faint text-xs tabular-nums max-lg:order-4" />
      </Link>
    </li>
  );
});
