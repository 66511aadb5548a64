import CirclePause from "lucide-react/icons/circle-pause";
import type { ReactNode } from "react";
import { AgentLine, AgentText } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import type { PauseDto } from "@/lib/wire/pause";
import type { PausePlace } from "./pause-place";
import { pauseMeans, pauseWords } from "./pause-words";

type PausedNoticeProps = { place: PausePlace; pause: PauseDto; actions?: ReactNode; className?: string };

/** That something is stopped: since when, by whom, why, and what that means. */
export function PausedNotice({ place, pause, actions, className }: PausedNoticeProps) {
  return (
    <Notice tone="warn" icon={CirclePause} title={pauseWords(place).isPaused} actions={actions} className={className}>
      <p>
        By <AgentLine text={pause.pausedBy.name} className="text-ink" />, since <Instant at={pause.pausedAt} />. The
        reason:
      </p>
      <AgentText text={pause.reason} className="my-1 border-warn-line border-l-2 pl-2.5 text-ink" />
      <p>{pauseMeans(place)}</p>
    </Notice>
  );
}
