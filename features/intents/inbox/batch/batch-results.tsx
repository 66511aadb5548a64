"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { type Result, resultsWords, type Verdict } from "./batch-words";

type BatchResultsProps = { verdict: Verdict; results: readonly Result[]; onPutAway: () => void };

/** Nobody reads more; they are all still selected. */
const SHOWN_MAX = 200;

/** What became of each. Those that were decided are a number, the others are named, with why and a way to them. */
export function BatchResults({ verdict, results, onPutAway }: BatchResultsProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  // What was not sent is as it was, and still selected: there is nothing to tell of each.
  const open = results.filter(({ outcome }) => outcome !== "decided" && outcome !== "not_sent");
  return (
    <div>
      <div className="flex items-start gap-4">
        <h2 ref={headingRef} tabIndex={-1} className="min-w-0 flex-1 py-1.5 font-medium text-ink text-sm">
          {resultsWords(verdict, results)}
        </h2>
        <Button onClick={onPutAway}>Put away</Button>
      </div>
      {open.length > 0 && (
        <ul aria-label="Not decided" className="mt-2 max-h-[40dvh] divide-y overflow-y-auto rounded-lg border">
          {open.slice(0, SHOWN_MAX).map(({ picked, words }) => (
            <li key={picked.id} className="px-3 py-2 text-sm">
              <Link
                href={`/intents/${encodeURIComponent(picked.id)}`}
                prefetch={false}
                className="text-link underline-offset-2 hover:underline"
              >
                <AgentLine text={picked.title} /> <span className="font-mono text-xs">{picked.id}</span>
              </Link>
              <p className="text-ink-soft">
                <AgentLine text={words} />
              </p>
            </li>
          ))}
          {open.length > SHOWN_MAX && (
            <li className="px-3 py-2 text-ink-soft text-sm">
              and {(open.length - SHOWN_MAX).toLocaleString()} more, for the same reasons or others
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
