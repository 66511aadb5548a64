"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import { pauseQuery } from "../queries";
import { PauseAnswer } from "./pause-answer";
import { PauseButton, ResumeButton } from "./pause-buttons";
import { EVERYTHING, type PausePlace } from "./pause-place";
import { pauseMeans } from "./pause-words";
import { PausedNotice } from "./paused-notice";
import { usePause } from "./use-pause";

/** The switch of one tool. That everything is stopped is said here too: this tool waits for that as well. */
export function ToolPause({ tool, canPause }: { tool: string; canPause: boolean }) {
  const place: PausePlace = { covers: "tool", tool };
  const own = useQuery(pauseQuery(place));
  const all = useQuery(pauseQuery(EVERYTHING));
  const change = usePause(place);
  const failed = own.isError ? own : all.isError ? all : null;
  return (
    <>
      <PauseAnswer place={place} change={change} />
      {failed && (
        <ErrorPanel
          title="Whether this tool is paused could not be loaded"
          error={failed.error}
          retry={failed.refetch}
          retrying={failed.isFetching}
        />
      )}
      {all.data?.paused && all.data.pause && <PausedNotice place={EVERYTHING} pause={all.data.pause} />}
      {own.isPending && <Skeleton className="h-20 w-full" />}
      {own.data?.paused && own.data.pause && (
        <PausedNotice
          place={place}
          pause={own.data.pause}
          actions={canPause && <ResumeButton place={place} change={change} />}
        />
      )}
      {(own.data ? !own.data.paused : own.isError) && (
        // Where nobody can say whether it is paused, the switch must still be at hand.
        <Panel
          title={own.data ? "Pause" : "Pause it in any case"}
          actions={canPause && <PauseButton place={place} change={change} />}
        >
          <p className="px-4 py-2.5 text-ink-soft">
            {own.data && "It is not paused. "}
            {pauseMeans(place)}
          </p>
        </Panel>
      )}
    </>
  );
}
