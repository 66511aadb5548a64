import { clsx } from "clsx";
import CirclePause from "lucide-react/icons/circle-pause";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import { Badge } from "@/components/badge";
import type { ContractSummaryDto } from "@/lib/wire/contract";
import { VALUE_WORDS } from "../contract/effect-words";
import { EffectBadge, ObserveBadge } from "../tool/effect-badges";

const GRID = "lg:grid lg:grid-cols-[minmax(0,1fr)_10.5rem_6rem_5.5rem_8rem_minmax(0,18rem)] lg:items-center lg:gap-x-4";

/** Names the columns for those who see them; each row names its own for everybody else. */
export function ToolRowHead() {
  return (
    <p aria-hidden className={clsx("border-b px-6 py-2 text-ink-faint text-xs max-lg:hidden", GRID)}>
      <span>Tool</span>
      <span>Effect</span>
      <span>Value</span>
      <span>Version</span>
      <span>Published</span>
      <span>State</span>
    </p>
  );
}

type ToolRowProps = { contract: ContractSummaryDto; isPaused: boolean };

/** One line on a desktop, a small card on a phone. */
export function ToolRow({ contract, isPaused }: ToolRowProps) {
  const { tool, title, effect, value, mode, version, publishedAt, warningCount } = contract;
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/tools/${encodeURIComponent(tool)}`}
        prefetch={false}
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-ink-soft hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:py-2.5",
          GRID,
        )}
      >
        <span className="flex min-w-0 flex-col max-lg:w-full lg:pr-2">
          <AgentLine text={title} className="truncate font-medium text-ink" />
          <AgentLine text={tool} className="truncate font-mono text-ink-faint text-xs" />
        </span>
        <span className="flex">
          <EffectBadge effect={effect} />
        </span>
        <span>{VALUE_WORDS[value].word}</span>
        <span className="tabular-nums">Version {version}</span>
        <span className="tabular-nums">
          <span className="sr-only">Published </span>
          <Ago at={publishedAt} />
        </span>
        <span className="flex flex-wrap gap-1 empty:hidden">
          {isPaused && (
            <Badge tone="warn" icon={CirclePause}>
              Paused
            </Badge>
          )}
          <ObserveBadge mode={mode} />
          {warningCount > 0 && (
            <Badge tone="warn" icon={TriangleAlert}>
              {warningCount === 1 ? "1 warning" : `${warningCount} warnings`}
            </Badge>
          )}
        </span>
      </Link>
    </li>
  );
}
