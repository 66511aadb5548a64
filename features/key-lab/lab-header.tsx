import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { PageHeader } from "@/components/page-header";
import type { ContractDto } from "@/lib/wire/contract";

/** Where the reader is, and the way back. */
export function LabHeader({ tool, contract }: { tool: string; contract: ContractDto | null }) {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <nav aria-label="Above this" className="flex min-w-0 items-center gap-1.5 text-ink-soft text-sm">
            <Link href="/tools" className="shrink-0 hover:text-ink max-md:hidden">
              Tools
            </Link>
            <Slash className="max-md:hidden" />
            <Link href={`/tools/${encodeURIComponent(tool)}`} className="min-w-0 truncate hover:text-ink">
              <AgentLine text={contract?.title ?? tool} />
            </Link>
            <Slash />
          </nav>
          <h1 className="shrink-0 font-semibold text-base text-ink">Key Lab</h1>
        </div>
      }
    >
      {contract && <Badge>Version {contract.version} is active</Badge>}
    </PageHeader>
  );
}

function Slash({ className }: { className?: string }) {
  return (
    <span aria-hidden className={`text-ink-faint ${className ?? ""}`}>
      /
    </span>
  );
}
