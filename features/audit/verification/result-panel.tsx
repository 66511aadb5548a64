"use client";

import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import ShieldAlert from "lucide-react/icons/shield-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldQuestionMark from "lucide-react/icons/shield-question-mark";
import { useEffect, useRef } from "react";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Disclosure } from "@/components/disclosure";
import { formatDuration } from "@/components/duration";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import { type CheckLine, NOT_PROVEN, outcomeWords, type Trust } from "./outcome-words";
import type { Verification } from "./use-verification";

type ResultPanelProps = { verification: Extract<Verification, { kind: "done" }>; trust: Trust };

const ICONS = { good: ShieldCheck, warn: ShieldQuestionMark, bad: ShieldAlert };

export function ResultPanel({ verification: { outcome, tookMs }, trust }: ResultPanelProps) {
  const { tone, title, body, checks } = outcomeWords(outcome, trust);
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => noticeRef.current?.focus(), []);
  return (
    <Panel title="Result" aside={<span className="pr-2 text-ink-faint text-xs">took {formatDuration(tookMs)}</span>}>
      <div className="space-y-4 px-4 py-3">
        <Notice
          ref={noticeRef}
          tone={tone}
          icon={ICONS[tone]}
          role={tone === "good" ? "status" : "alert"}
          title={title}
        >
          {body}
        </Notice>
        {outcome.kind === "broken" && outcome.found !== null && (
          <Disclosure summary="What stands there">
            <CodeBlock code={outcome.found} label={`Line ${outcome.line}`} />
          </Disclosure>
        )}
        <Checks checks={checks} />
        {outcome.kind === "as_sealed" && outcome.last !== null && (
          <LastSeal name={`${outcome.last.number}:${outcome.last.hash}`} />
        )}
        <div>
          <h3 className="font-medium text-ink">What a seal does not prove</h3>
          <ul className="mt-1.5 list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
            {NOT_PROVEN.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

function Checks({ checks }: { checks: CheckLine[] }) {
  return (
    <ul aria-label="What was checked" className="space-y-1.5">
      {checks.map(({ isChecked, words }) => (
        <li key={words} className="flex gap-2.5">
          {isChecked ? (
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          ) : (
            <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          )}
          <span className="min-w-0 text-ink [overflow-wrap:anywhere]">
            <span className="sr-only">{isChecked ? "Checked: " : "Not checked: "}</span>
            {words}
          </span>
        </li>
      ))}
    </ul>
  );
}

function LastSeal({ name }: { name: string }) {
  return (
    <p className="flex items-center gap-1 text-ink-soft">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        The last seal is <span className="font-mono text-ink text-xs">{name}</span>
      </span>
      <CopyButton text={name} what="the last seal" />
    </p>
  );
}
