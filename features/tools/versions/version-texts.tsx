"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/button";
import { DiffView } from "@/components/diff-view";
import { Panel } from "@/components/panel";
import { useTextDiff } from "@/components/use-text-diff";
import type { ContractVersionDetailDto } from "@/lib/wire/contract";
import { canonicalTexts } from "./canonical-text";

type VersionTextsProps = { before: ContractVersionDetailDto; after: ContractVersionDetailDto };
type Shown = "stored" | "written";

const SHOWN: { value: Shown; word: string }[] = [
  { value: "stored", word: "As it is stored" },
  { value: "written", word: "As it was written" },
];

/** Line by line: what Interlock goes by, or what the owner wrote, with comments and all. */
export function VersionTexts({ before, after }: VersionTextsProps) {
  const [shown, setShown] = useState<Shown>("stored");
  const [old, now] = useMemo(
    () => (shown === "written" ? [before.source, after.source] : canonicalTexts(before.definition, after.definition)),
    [before, after, shown],
  );
  const diff = useTextDiff(old, now);
  const isSame = diff !== null && diff.addedCount + diff.removedCount === 0;
  return (
    <Panel
      title="Line by line"
      aside={
        <fieldset className="flex gap-1">
          <legend className="sr-only">Which text</legend>
          {SHOWN.map(({ value, word }) => (
            <Button
              key={value}
              variant="ghost"
              aria-pressed={shown === value}
              className="aria-pressed:bg-pressed aria-pressed:text-ink"
              onClick={() => setShown(value)}
            >
              {word}
            </Button>
          ))}
        </fieldset>
      }
    >
      <p role="status" className="border-b px-4 py-2 text-ink-soft tabular-nums">
        {diff === null
          ? "Comparing…"
          : isSame
            ? "These texts are the same."
            : `${lines(diff.removedCount)} removed, ${lines(diff.addedCount)} added.`}
        {shown === "written" && before.format !== after.format && (
          <> One is YAML, the other is JSON: compare what is stored instead.</>
        )}
      </p>
      <DiffView label={`Version ${before.version} against version ${after.version}`} diff={diff} className="mb-1" />
    </Panel>
  );
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${count.toLocaleString()} lines`;
}
