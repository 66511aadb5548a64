"use client";

import Link from "next/link";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { InlineBar } from "@/components/bar-list";
import { Button } from "@/components/button";
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
/** What is counted beside submissions: columns of their own, or on a phone a line under the name. */
const BESIDE = [
  { name: "effects", word: "Effects", inWords: (value: number) => count(value, "effect") },
  { name: "duplicates", word: "Duplicates", inWords: (value: number) => count(value, "duplicate") },
  { name: "held", word: "Held", inWords: (value: number) => `${COUNT.format(value)} held` },
  { name: "denied", word: "Denied", inWords: (value: number) => `${COUNT.format(value)} denied` },
  { name: "inDoubt", word: "In doubt", inWords: (value: number) => `${COUNT.format(value)} in doubt` },
] as const;

/** The rest is one press away: most of it is small. */
const SHOWN_FIRST = 10;

type SharesPanelProps = { what: "tool" | "agent"; shares: Share[]; more: number };

function SharesPanel({ what, shares, more }: SharesPanelProps) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(1, ...shares.map(({ submissions }) => submissions));
  return (
    <PlotPanel
      title={`By ${what}`}
      meaning="Most submissions first. Held, denied and in doubt: the intents of this time that are so now."
    >
      <table className="mt-2 w-full table-fixed text-sm tabular-nums">
        <thead className="text-ink-faint">
          <tr>
            <th scope="col" className="w-[70%] py-1.5 pr-2 pl-4 text-left font-medium md:w-1/4">
              {what === "tool" ? "Tool" : "Agent"}
            </th>
            <Head>Submissions</Head>
            <td aria-hidden className="w-1/4 max-md:hidden" />
            {BESIDE.map(({ word }) => (
              <Head key={word} className="max-md:hidden">
                {word}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.slice(0, isWhole ? undefined : SHOWN_FIRST).map((share) => (
            <ShareRow key={share.key} share={share} most={most} />
          ))}
        </tbody>
      </table>
      <div className="flex min-h-10 items-center gap-3 border-t px-4 text-ink-faint text-sm empty:hidden">
        {shares.length > SHOWN_FIRST && (
          <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${COUNT.format(shares.length - SHOWN_FIRST)} more`}
          </Button>
        )}
        {more > 0 && <span>{count(more, what)} with fewer submissions not shown</span>}
      </div>
    </PlotPanel>
  );
}

function ShareRow({ share, most }: { share: Share; most: number }) {
  const { name, href, submissions, effects } = share;
  const bar = (
    <InlineBar
      share={submissions / most}
      fill="bg-plot-soft"
      inner={{ share: effects / most, fill: "bg-plot-strong" }}
    />
  );
  const notes = BESIDE.filter((one) => share[one.name] > 0).map((one) => one.inWords(share[one.name]));
  return (
    <tr className="border-t hover:bg-hover">
      <th scope="row" className="py-1 pr-2 pl-4 text-left font-normal">
        <Link
          href={href}
          prefetch={false}
          className="flex min-h-11 items-center text-ink underline-offset-2 hover:underline md:min-h-7"
        >
          <AgentLine text={name} className="min-w-0 truncate" />
        </Link>
        <div className="pb-2 md:hidden">
          {bar}
          <p className="mt-1.5 text-ink-faint text-xs">{notes.join(" · ")}</p>
        </div>
      </th>
      <Cell value={submissions} />
      <td aria-hidden className="pr-4 pl-2 max-md:hidden">
        {bar}
      </td>
      {BESIDE.map((one) => (
        <Cell key={one.name} value={share[one.name]} className="max-md:hidden" />
      ))}
    </tr>
  );
}

function Head({ children, className = "" }: { children: string; className?: string }) {
  return (
    <th
      scope="col"
      className={`whitespace-nowrap px-2 py-1.5 pr-4 text-right font-medium md:pr-2 md:last:pr-4 ${className}`}
    >
      {children}
    </th>
  );
}

function Cell({ value, className = "" }: { value: number; className?: string }) {
  const tone = value === 0 ? "text-ink-faint" : "text-ink";
  return (
    <td className={`px-2 py-1 pr-4 text-right max-md:align-top max-md:pt-4 md:pr-2 md:last:pr-4 ${tone} ${className}`}>
      {COUNT.format(value)}
    </td>
  );
}
