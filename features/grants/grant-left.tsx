import { ProgressBar } from "@/components/progress-bar";
import type { GrantDto } from "@/lib/wire/grant";
import { sumShare, sumWords, usesWords } from "./grant-words";

/** How much of its bounds is used, where it has any. */
export function GrantLeft({ grant }: { grant: GrantDto }) {
  const sum = grant.sumMax === null ? null : sumWords(grant);
  if (grant.usesMax === null && sum === null) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
      {grant.usesMax !== null && (
        <Used words={usesWords(grant)} label="Uses" share={Math.min(1, grant.usesCount / grant.usesMax)} />
      )}
      {sum !== null && <Used words={sum} label="Sum of all uses" share={sumShare(grant)} />}
    </div>
  );
}

function Used({ label, words, share }: { label: string; words: string; share: number }) {
  return (
    <div className="w-full sm:w-56">
      <p className="mb-1 flex justify-between gap-3 text-ink-soft text-xs tabular-nums">
        <span>{label}</span>
        <span>{words}</span>
      </p>
      <ProgressBar label={label} done={share} total={1} words={words} />
    </div>
  );
}
