import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { formatDuration } from "@/components/duration";
import { enginesText } from "@/components/engines-text";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import type { ReplayDto } from "@/lib/wire/replay";
import { DifferenceItem } from "./difference-item";
import { groupsOf, headlineOf } from "./difference-words";
import { LeftOut } from "./left-out";
import { keysWords } from "./left-out-words";

type ReplayResultProps = { result: ReplayDto; isOfOtherText: boolean };

/** Counts first, then examples, then what the numbers do not cover. */
export function ReplayResult({ result, isOfOtherText }: ReplayResultProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that was pressed has just become another one.
    titleRef.current?.focus({ preventScroll: true });
  }, []);
  const groups = groupsOf(result);
  const { range, keysChange, tookMs } = result;
  return (
    <div className="border-t">
      {isOfOtherText && (
        <Notice tone="warn" icon={TriangleAlert} title="This result is of another text" className="mx-4 mt-3">
          Replay again to see what the one in the editor does.
        </Notice>
      )}
      <div className="px-4 py-3">
        <h3 ref={titleRef} tabIndex={-1} className="font-semibold text-base text-ink outline-none">
          {headlineOf(result)}
        </h3>
        <p className="mt-0.5 text-ink-faint text-xs">
          <Instant at={range.from} /> to <Instant at={range.cutAt ?? range.to} /> · took {formatDuration(tookMs)} ·
          engines: {enginesText(result.engines)}
        </p>
        <p className="mt-2 flex items-start gap-2 text-ink-soft">
          {keysChange ? (
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          ) : (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          )}
          {keysWords(keysChange)}
        </p>
      </div>
      {groups.length > 0 && (
        <ul aria-label="What would differ" className="divide-y border-t">
          {groups.map((group) => (
            <DifferenceItem key={group.kind} group={group} version={result.comparedWith.version} />
          ))}
        </ul>
      )}
      <LeftOut result={result} />
    </div>
  );
}
