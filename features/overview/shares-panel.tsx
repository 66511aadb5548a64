"use client";

import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { InlineBar } from "@/components/bar-list";
import type { AgentShareDto, OverviewDto, ToolShareDto } from "@/lib/wire/overview";
import { historyPath } from "./history-path";
import { count } from "./overview-words";
import { PlotPanel } from "./plot-panel";

type Share = Omit<ToolShareDto, "tool" | "title"> & { key: string; name: string; href: string };

export function ToolsPanel({ overview: { tools, from } }: { overview: OverviewDto }) {
  const shares = tools.items.map(({ tool, title, ...share }: ToolShareDto) => ({
    ...share,
    key: tool,
    name: title,
    href: historyPath({ tool, from }),
  }));
  return <SharesPanel what="tool" shares={shares} more={tools.more} />;
}

export function AgentsPanel({ overview: { agents, from } }: { overview: OverviewDto }) {
  const shares = agents.items.map(({ agent, ...share }: AgentShareDto) => ({
    ...share,
    key: agent.id,
    name: agent.name,
    href: historyPath({ agent: agent.id, from }),
  }));
  return <SharesPanel what="agent" shares={shares} more={agents.more} />;
}

const COUNT = new Intl.NumberFormat();
const STATES = [
  { name: "held", word: "Held" },
  { name: "denied", word: "Denied" },
  { name: "inDoubt", word: "In doubt" },
] as const;

type SharesPanelProps = { what: "tool" | "agent"; shares: Share[]; more: number };

function SharesPanel({ what, shares, more }: SharesPanelProps) {
  const most = Math.max(1, ...shares.map(({ submissions }) => submissions));
  return (
    <PlotPanel
      title={`By ${what}`}
      meaning={`Most submissions first. Held, denied and in doubt: the intents of this time that are so now.`}
    >
      <table className="mt-2 w-full text-sm tabular-nums">
        <thead className="text-ink-faint">
          <tr>
            <Head className="text-left">{what === "tool" ? "Tool" : "Agent"}</Head>
            <Head>Submissions</Head>
            <th aria-hidden className="w-2/5 max-md:hidden" />
            <Head>Effects</Head>
            <Head>Duplicates</Head>
            {STATES.map(({ word }) => (
              <Head key={word} className="max-md:hidden">
                {word}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <ShareRow key={share.key} share={share} most={most} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="border-t px-4 py-2 text-ink-faint text-sm">and {count(more, `other ${what}`)}</p>}
    </PlotPanel>
  );
}

function ShareRow({ share, most }: { share: Share; most: number }) {
  const { name, href, submissions, effects, duplicates } = share;
  const notes = STATES.flatMap(({ name: state, word }) =>
    share[state] === 0 ? [] : [`${COUNT.format(share[state])} ${word.toLowerCase()}`],
  );
  return (
    <tr className="border-t hover:bg-hover">
      <th scope="row" className="max-w-0 py-1 pr-2 pl-4 text-left font-normal max-md:w-2/5">
        <Link
          href={href}
          prefetch={false}
          className="flex min-h-11 items-center text-ink underline-offset-2 hover:underline md:min-h-7"
        >
          <AgentLine text={name} className="min-w-0 truncate" />
        </Link>
        {notes.length > 0 && <p className="pb-1 text-ink-faint text-xs md:hidden">{notes.join(" · ")}</p>}
      </th>
      <Cell value={submissions} />
      <td aria-hidden className="pr-4 pl-2 max-md:hidden">
        <InlineBar share={submissions / most} fill="bg-plot-soft" className="h-2.5" />
        <InlineBar share={effects / most} fill="bg-plot-strong" className="-mt-1.75 h-1" />
      </td>
      <Cell value={effects} />
      <Cell value={duplicates} />
      {STATES.map(({ name: state }) => (
        <Cell key={state} value={share[state]} className="max-md:hidden" />
      ))}
    </tr>
  );
}

function Head({ children, className = "text-right" }: { children: string; className?: string }) {
  return (
    <th
      scope="col"
      className={`whitespace-nowrap px-2 py-1.5 text-right font-medium first:pl-4 last:pr-4 ${className}`}
    >
      {children}
    </th>
  );
}

function Cell({ value, className = "" }: { value: number; className?: string }) {
  const tone = value === 0 ? "text-ink-faint" : "text-ink";
  return <td className={`px-2 py-1 text-right last:pr-4 ${tone} ${className}`}>{COUNT.format(value)}</td>;
}
