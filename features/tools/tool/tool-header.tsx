"use client";

import FlaskConical from "lucide-react/icons/flask-conical";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { useCommands } from "@/components/commands";
import { PageHeader } from "@/components/page-header";
import { SectionTabs } from "@/components/section-tabs";
import type { ContractSummaryDto } from "@/lib/wire/contract";

type ToolHeaderProps = { tool: string; contract: ContractSummaryDto | null; isAbsent?: boolean };

/** Where the reader is, the way back, and the parts of the screen. */
export function ToolHeader({ tool, contract, isAbsent = false }: ToolHeaderProps) {
  const path = `/tools/${encodeURIComponent(tool)}`;
  const tabs = [
    { href: path, word: "Contract" },
    { href: `${path}/versions`, word: "Versions" },
    { href: `${path}/explain`, word: "Explain" },
  ];
  const router = useRouter();
  const parts = isAbsent ? [] : [...tabs, { href: `${path}/lab`, word: "Key Lab" }];
  useCommands(
    parts.map(({ href, word }) => ({
      id: `tool ${word}`,
      label: `${word} of ${contract?.title ?? tool}`,
      group: "Tools",
      run: () => router.push(href),
    })),
  );
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5 max-md:flex-1 max-md:basis-40">
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
      {!isAbsent && (
        <>
          <SectionTabs label="Parts of this tool" tabs={tabs} />
          <Link href={`${path}/lab`} prefetch={false} className={buttonStyle({ className: "ml-auto max-md:w-11" })}>
            <FlaskConical aria-hidden />
            <span className="max-md:sr-only">Open the Key Lab</span>
          </Link>
        </>
      )}
    </PageHeader>
  );
}
