"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import { pauseQuery } from "../queries";
import { PauseAnswer } from "./pause-answer";
import { ResumeButton } from "./pause-buttons";
import { EVERYTHING } from "./pause-place";
import { PausedNotice } from "./paused-notice";
import type { UsedPause } from "./use-pause";

type EverythingPauseProps = { change: UsedPause; canPause: boolean };

/** Above the list: whether everything stands still, and what came of the switch. */
export function EverythingPause({ change, canPause }: EverythingPauseProps) {
  const all = useQuery(pauseQuery(EVERYTHING));
  return (
    <div className="flex flex-col gap-3 px-4 pt-4 empty:hidden md:px-6">
      <PauseAnswer place={EVERYTHING} change={change} />
      {all.isError && (
        <ErrorPanel
          title="Whether everything is paused could not be loaded"
          error={all.error}
          retry={all.refetch}
          retrying={all.isFetching}
        />
      )}
      {all.data?.paused && all.data.pause && (
        <PausedNotice
          place={EVERYTHING}
          pause={all.data.pause}
          actions={canPause && <ResumeButton place={EVERYTHING} change={change} />}
        />
      )}
    </div>
  );
}
