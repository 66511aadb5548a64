"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { boundText, type TextBound } from "./bound-text";
import { Button } from "./button";
import { Revealed } from "./revealed";

const BOUND = { charactersMax: 320, linesMax: 8 };

/** `bound`: how much is shown at first. */
type AgentTextProps = { text: string; className?: string; bound?: TextBound };

/** A paragraph that an agent or a downstream wrote: inert, bounded, and whole when asked for. */
export function AgentText({ text, className, bound = BOUND }: AgentTextProps) {
  const [whole, setWhole] = useState(false);
  const start = boundText(text, bound);
  return (
    <div className={clsx("min-w-0", className)}>
      <p className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
        <Revealed text={whole || start === null ? text : start} breaks="keep" />
        {!whole && start !== null && "…"}
      </p>
      {start !== null && (
        <Button variant="link" size="inline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${text.length.toLocaleString()} characters`}
        </Button>
      )}
    </div>
  );
}

const LINE_CHARACTERS_MAX = 240;

/** The same for one line in a row or a fact: the rest is a click away, on the page that the row leads to. */
export function AgentLine({ text, className }: { text: string; className?: string }) {
  const start = boundText(text, { charactersMax: LINE_CHARACTERS_MAX, linesMax: Number.POSITIVE_INFINITY });
  return (
    <span className={className}>
      <Revealed text={start ?? text} breaks="reveal" />
      {start !== null && "…"}
    </span>
  );
}
