"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { Button } from "./button";
import { Revealed } from "./revealed";
import { Skeleton } from "./skeleton";
import type { DiffLine, DiffStretch, TextDiff } from "./text-diff";

type DiffViewProps = {
  /** What is compared with what. */
  label: string;
  /** Null: it is on its way. */
  diff: TextDiff | null;
  className?: string;
};

/** Two texts as one, line by line: what went, what came, and enough around it to know where. */
export function DiffView({ label, diff, className }: DiffViewProps) {
  if (diff === null) return <DiffSkeleton className={className} />;
  return (
    <table className={clsx("w-full table-fixed border-collapse font-mono text-xs", className)}>
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col className="w-9" />
        <col className="w-9" />
        <col className="w-5" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Line before</th>
          <th scope="col">Line after</th>
          <th scope="col">Change</th>
          <th scope="col">Text</th>
        </tr>
      </thead>
      {diff.stretches.map((stretch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one difference have no other identity
        <Stretch key={`${index} ${stretch.lines.length}`} stretch={stretch} />
      ))}
    </table>
  );
}

function Stretch({ stretch: { isFar, lines } }: { stretch: DiffStretch }) {
  const [isOpen, setOpen] = useState(false);
  if (isFar && !isOpen) {
    return (
      <tbody>
        <tr className="bg-sunken">
          <td colSpan={4} className="px-3">
            <Button variant="link" size="inline" className="font-sans" onClick={() => setOpen(true)}>
              Show {lines.length === 1 ? "1 unchanged line" : `${lines.length.toLocaleString()} unchanged lines`}
            </Button>
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {lines.map((line) => (
        <Line key={`${line.before} ${line.after}`} line={line} />
      ))}
    </tbody>
  );
}

const SIGNS = { same: "", removed: "−", added: "+" };
const WORDS = { same: "", removed: "removed", added: "added" };
const TINTS = { same: "", removed: "bg-bad-soft", added: "bg-good-soft" };
const NUMBER = "select-none px-1 text-right align-top text-ink-faint tabular-nums";

function Line({ line: { kind, before, after, text } }: { line: DiffLine }) {
  return (
    <tr className={TINTS[kind]}>
      <td className={NUMBER}>{before}</td>
      <td className={NUMBER}>{after}</td>
      <td className={clsx("select-none pl-1 align-top", kind === "removed" ? "text-bad" : "text-good")}>
        <span aria-hidden>{SIGNS[kind]}</span>
        <span className="sr-only">{WORDS[kind]}</span>
      </td>
      <td className="whitespace-pre-wrap pr-3 text-ink [overflow-wrap:anywhere]">
        <Revealed text={text} breaks="keep" />
      </td>
    </tr>
  );
}

function DiffSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div role="status" className={clsx("space-y-2 px-4 py-3", className)}>
      <span className="sr-only">Comparing</span>
      <Skeleton className="h-3 w-2/3" />
      <Skeleton className="h-3 w-1/2" />
    </div>
  );
}
