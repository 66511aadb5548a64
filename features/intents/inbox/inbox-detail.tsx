"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Kbd } from "@/components/kbd";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { OperatorDto } from "@/lib/wire/session";
import { AgentWords } from "../words/agent-words";
import { EffectLine } from "../words/effect-line";
import { ErasedArgs } from "../words/erased-args";
import { Consequences } from "./consequences";
import { Deadline, usePast } from "./deadline";
import { OtherAsks } from "./other-asks";
import { RowActions } from "./row-actions";
import type { RowHandlers } from "./row-handlers";
import { kindOf } from "./row-kind";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";
import { WAIT_WORDS } from "./wait-words";
import { WaitsBecause } from "./waits-because";

type InboxDetailProps = {
  row: InboxRow;
  operator: OperatorDto | null;
  note: RowNote | null;
  handlers: RowHandlers;
};

/** The current row in full, beside the list where there is room. */
export function InboxDetail({ row, operator, note, handlers }: InboxDetailProps) {
  const { item } = row;
  return (
    <aside
      aria-label="The current row"
      className="sticky top-(--bar-top) flex max-h-[calc(100dvh-var(--bar-top)-var(--inbox-bottom,0px))] flex-col gap-4 self-start overflow-y-auto px-5 py-4 max-xl:hidden"
    >
      <div>
        <div className="flex items-start justify-between gap-3">
          <p className="font-semibold text-base text-ink">
            <AgentLine text={item.title} />
          </p>
          <Deadline until={item.waiting.until} />
        </div>
        <EffectLine intent={item} className="mt-1 block text-base text-ink-soft" />
      </div>
      <Actions row={row} operator={operator} note={note} handlers={handlers} />
      {kindOf(item) === "decide" && (
        <Part title="What happens">
          <Consequences item={item} className="space-y-1" />
        </Part>
      )}
      <Part title="Why it was stopped">
        <Why item={item} />
      </Part>
      <Part title="Who asks">
        <Asker item={item} />
      </Part>
      <Args item={item} />
    </aside>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p className="mb-1 font-medium text-ink-faint text-xs">{title}</p>
      {children}
    </section>
  );
}

function Actions({ row, operator, note, handlers }: InboxDetailProps) {
  const isPast = usePast(row.item.waiting.until);
  const isOpen = kindOf(row.item) === "decide" && !row.isGone && !isPast && note?.kind !== "done";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <RowActions row={row} operator={operator} isCurrent note={note} handlers={handlers} />
      <Link
        href={`/intents/${encodeURIComponent(row.item.id)}`}
        prefetch={false}
        className={buttonStyle({ variant: "ghost" })}
      >
        Open
      </Link>
      {isOpen && (
        <p className="flex items-center gap-1 text-ink-faint text-xs">
          <Kbd>A</Kbd> approve <Kbd>D</Kbd> deny <Kbd>↵</Kbd> open
        </p>
      )}
    </div>
  );
}

function Why({ item }: { item: InboxItemDto }) {
  return (
    <div className="space-y-1.5 text-ink-soft text-sm">
      <ul className="space-y-0.5">
        {item.waiting.reasons.map((reason) => (
          <li key={reason}>
            <strong className="font-medium text-ink">{WAIT_WORDS[reason].word}.</strong> {WAIT_WORDS[reason].meaning}
          </li>
        ))}
      </ul>
      <OtherAsks item={item} />
      <WaitsBecause item={item} />
      {item.hold?.rule && (
        <p className="font-mono text-ink-faint text-xs [overflow-wrap:anywhere]">
          <AgentLine text={item.hold.rule} />
        </p>
      )}
    </div>
  );
}

function Asker({ item: { agent, run, step, reason, submissionCount } }: { item: InboxItemDto }) {
  return (
    <div className="text-ink text-sm">
      <p className="[overflow-wrap:anywhere]">
        <AgentLine text={agent.name} />
        {run !== null && (
          <span className="text-ink-soft">
            {" in the run "}
            <AgentLine text={run} className="text-ink" />
          </span>
        )}
        {step !== null && (
          <span className="text-ink-soft">
            {", step "}
            <AgentLine text={step} className="text-ink" />
          </span>
        )}
      </p>
      {submissionCount > 1 && (
        <p className="text-ink-soft">{submissionCount.toLocaleString()} submissions ask for it; it runs once.</p>
      )}
      {reason !== null && reason !== "" && <AgentWords text={reason} />}
    </div>
  );
}

function Args({ item }: { item: InboxItemDto }) {
  if (item.argsErased) return <ErasedArgs />;
  return (
    <div>
      <Disclosure summary="The args, as they would run">
        <JsonBlock value={item.args} label="Args" />
      </Disclosure>
      <p className="mt-1 font-mono text-ink-faint text-xs [overflow-wrap:anywhere]" title="The digest of these args">
        {item.argsDigest}
      </p>
    </div>
  );
}
