import { Badge } from "@/components/badge";
import { ProgressBar } from "@/components/progress-bar";
import type { KeyAuditSummaryDto } from "@/lib/wire/key-audit";
import { isUnderWay, progressWords, STATE_WORDS } from "./audit-words";

export function AuditBadge({ state }: Pick<KeyAuditSummaryDto, "state">) {
  const { word, tone, icon } = STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={icon} iconClassName={state === "running" ? "animate-turn" : undefined}>
      {word}
    </Badge>
  );
}

/** Nothing for one that is over. */
export function AuditProgress({ audit, className }: { audit: KeyAuditSummaryDto; className?: string }) {
  if (!isUnderWay(audit)) return null;
  const { done, total } = audit.progress;
  return <ProgressBar label="Progress" done={done} total={total} words={progressWords(audit)} className={className} />;
}
