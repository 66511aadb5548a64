"use client";

import { useState } from "react";
import { boundText } from "./bound-text";
import { Button } from "./button";
import { Revealed } from "./revealed";

const BOUND = { charactersMax: 20_000, linesMax: 120 };

/** Code or data as it is. Long lines wrap instead of hiding at the right; long texts say how much is left. */
export function CodeBlock({ code, label, className }: { code: string; label: string; className?: string }) {
  const [whole, setWhole] = useState(false);
  const start = boundText(code, BOUND);
  const lineCount = code.split("\n").length;
  return (
    <figure aria-label={label} className={className}>
      <pre className="px-4 py-3 font-mono text-xs">
        <code className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Revealed text={whole || start === null ? code : start} breaks="keep" />
        </code>
      </pre>
      {start !== null && (
        <p className="flex items-center justify-between gap-3 border-t px-4 py-1.5 text-sm">
          <span className="text-ink-soft">{whole ? "All of it is shown." : "Only the beginning is shown."}</span>
          <Button variant="link" size="inline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Show less" : `Show all ${lineCount.toLocaleString()} lines`}
          </Button>
        </p>
      )}
    </figure>
  );
}

export function JsonBlock({ value, label, className }: { value: unknown; label: string; className?: string }) {
  return <CodeBlock code={JSON.stringify(value, null, 2) ?? "null"} label={label} className={className} />;
}
