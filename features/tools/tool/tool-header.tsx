import FlaskConical from "lucide-react/icons/flask-conical";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { SectionTabs } from "@/components/section-tabs";
import type { ContractSummaryDto } from "@/lib/wire/contract";

/** Where the reader is, the way back, and the parts of the screen. */
export function ToolHeader({ tool, contract }: { tool: string; contract: ContractSummaryDto | null }) {
  const path = `/tools/${encodeURIComponent(tool)}`;
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <Link href="/tools" className="shrink-0 text-ink-soft text-sm hover:text-ink">
            Tools
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <h1 className="min-w-0 truncate font-semibold text-base text-ink">
            <AgentLine text={contract?.title ?? tool} />
          </h1>
        </div>
      }
    >
      <SectionTabs
        label="Parts of this tool"
        tabs={[
          { href: path, word: "Contract" },
          { href: `${path}/versions`, word: "Versions" },
          { href: `${path}/explain`, word: "Explain" },
        ]}
      />
      {contract && (
        <Link href={`${path}/lab`} prefetch={false} className={buttonStyle({ className: "ml-auto" })}>
          <FlaskConical aria-hidden />
          Open the Key Lab
        </Link>
      )}
    </PageHeader>
  );
}
