import { clsx } from "clsx";
import CirclePause from "lucide-react/icons/circle-pause";
import CircleSlash from "lucide-react/icons/circle-slash";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import { Badge } from "@/components/badge";
import type { AgentDto } from "@/lib/wire/agent";
import { keysWords, toolsWords } from "./agent-words";
import { Labels } from "./labels";

const GRID =
  "lg:grid lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.8fr)_minmax(0,0.8fr)_7.5rem_8rem_7rem_6.5rem] lg:items-center lg:gap-x-4";

/** Names the columns for those who see them; each row names its own for everybody else. */
export function AgentRowHead() {
  return (
    <p aria-hidden className={clsx("border-b px-6 py-2 text-ink-faint text-xs max-lg:hidden", GRID)}>
      <span>Name</span>
      <span>Labels</span>
      <span>Tools</span>
      <span>Same action again</span>
      <span>Keys in use</span>
      <span>Last used</span>
      <span />
    </p>
  );
}

/** One line on a desktop, a small card on a phone. */
export function AgentRow({ agent }: { agent: AgentDto }) {
  const { name, namespace, labels, tools, mayRepeat, lastUsedAt, liveKeyCount, disabledAt } = agent;
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={`/agents/${encodeURIComponent(agent.id)}`}
        prefetch={false}
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 text-ink-soft hover:bg-hover focus-visible:-outline-offset-2 md:px-6 lg:py-2.5",
          GRID,
        )}
      >
        <span className="flex min-w-0 flex-col max-lg:w-full lg:pr-2">
          <AgentLine text={name} className={clsx("truncate font-medium", disabledAt ? "text-ink-soft" : "text-ink")} />
          <span className="truncate text-ink-faint text-xs">
            <span className="sr-only">Namespace </span>
            {namespace}
          </span>
        </span>
        <Labels labels={labels} />
        <span className="min-w-0 truncate font-normal">
          <span className="sr-only">May use </span>
          <AgentLine text={toolsWords(tools)} />
        </span>
        <span>
          {mayRepeat ? "May ask" : "May not ask"}
          <span className="lg:sr-only"> for the same action again</span>
        </span>
        <span className={clsx("tabular-nums", liveKeyCount === 0 && disabledAt === null && "text-warn")}>
          {keysWords(liveKeyCount)}
          <span className="sr-only"> in use</span>
        </span>
        <span className="tabular-nums">
          <span className="lg:sr-only">{lastUsedAt === null ? "Never used" : "Last used "}</span>
          {lastUsedAt === null ? (
            <span aria-hidden className="max-lg:hidden">
              Never
            </span>
          ) : (
            <Ago at={lastUsedAt} />
          )}
        </span>
        <AgentBadges agent={agent} />
      </Link>
    </li>
  );
}

export function AgentBadges({ agent }: { agent: Pick<AgentDto, "disabledAt" | "paused"> }) {
  return (
    <span className="flex gap-1">
      {agent.disabledAt !== null && <Badge icon={CircleSlash}>Disabled</Badge>}
      {agent.paused && (
        <Badge tone="warn" icon={CirclePause}>
          Paused
        </Badge>
      )}
    </span>
  );
}
