"use client";

import Link from "next/link";
import { memo } from "react";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import type { FindingDto } from "@/lib/wire/finding";
import { findingWords } from "./finding-words";
import { StateBadge } from "./state-badge";
import { useToolTitle } from "./use-tool-title";

/** One line on a desktop, a small card on a phone. */
export const FindingRow = memo(function FindingRow({ finding }: { finding: FindingDto }) {
  const { name, sentence } = findingWords(finding);
  const toolTitle = useToolTitle(finding.tool);
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/findings/${encodeURIComponent(finding.id)}`}
        prefetch={false}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:grid-cols-[8.5rem_minmax(0,1fr)_10rem_6rem]"
      >
        <span className="flex max-lg:order-2">
          <StateBadge state={finding.state} />
        </span>
        <span className="min-w-0 max-lg:contents">
          <AgentLine text={name} className="font-medium text-base text-ink max-lg:order-1 lg:text-sm" />
          <AgentLine
            text={sentence}
            className="block text-ink-soft [overflow-wrap:anywhere] max-lg:order-3 max-lg:col-span-2 lg:mt-0.5"
          />
        </span>
        <AgentLine text={toolTitle} className="min-w-0 truncate pt-0.5 text-ink-faint text-xs max-lg:order-4" />
        <Ago at={finding.createdAt} className="pt-0.5 text-right text-ink-faint text-xs tabular-nums max-lg:order-5" />
      </Link>
    </li>
  );
});
