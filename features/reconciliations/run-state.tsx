import { Badge } from "@/components/badge";
import { ProgressBar } from "@/components/progress-bar";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { divergenceCount, isUnderWay, notComparedWords, progressWords, STATE_WORDS } from "./run-words";

/** Green is for a run in which everything was compared and agrees, and for no other. */
export function RunBadge({ run }: { run: ReconciliationDto }) {
  const { state } = run;
  const { word, tone, icon } = STATE_WORDS[state];
  const isMarred = state === "finished" && (divergenceCount(run) > 0 || notComparedWords(run) !== null);
  return (
    <Badge tone={isMarred ? "warn" : tone} icon={icon} iconClassName={state === "running" ? "animate-turn" : undefined}>
      {word}
    </Badge>
  );
}

/** Nothing for a run that is over. */
export function RunProgress({ run, className }: { run: ReconciliationDto; className?: string }) {
  if (!isUnderWay(run)) return null;
  const { done, total } = run.progress;
  return <ProgressBar label="Progress" done={done} total={total} words={progressWords(run)} className={className} />;
}
