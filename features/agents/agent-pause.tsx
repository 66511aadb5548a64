"use client";

import { useQuery } from "@tanstack/react-query";
import CirclePause from "lucide-react/icons/circle-pause";
import CirclePlay from "lucide-react/icons/circle-play";
import { AgentLine, AgentText } from "@/components/agent-text";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import { useDialog } from "@/components/use-dialog";
import type { PauseDto } from "@/lib/wire/pause";
import type { Tell } from "./agent-view";
import { agentPauseQuery, pauseAgent, resumeAgent } from "./queries";
import { useAgentChange } from "./use-agent-change";

const fetchPauseDialog = () => import("./pause-dialog");
const fetchConfirmDialog = () => import("@/components/confirm-dialog");

type AgentPauseProps = {
  id: string;
  /** Whoever looks may pause and resume, and there is something to pause. */
  canPause: boolean;
  tell: Tell;
};

/** The switch that stops one agent without losing anything. */
export function AgentPause({ id, canPause, tell }: AgentPauseProps) {
  const state = useQuery(agentPauseQuery(id));
  if (state.isPending) return <Skeleton className="h-14 w-full" />;
  if (state.isError) {
    return (
      <ErrorPanel
        title="Whether this agent is paused could not be loaded"
        error={state.error}
        retry={state.refetch}
        retrying={state.isFetching}
      />
    );
  }
  const { paused, pause } = state.data;
  if (paused && pause !== null) return <Paused id={id} pause={pause} canPause={canPause} tell={tell} />;
  return canPause ? <Running id={id} tell={tell} /> : null;
}

function Running({ id, tell }: Omit<AgentPauseProps, "canPause">) {
  const change = useAgentChange(
    (reason: string) => pauseAgent(id, reason),
    (error) => tell("pause", error),
  );
  const { dialog, opener, control } = useDialog(fetchPauseDialog, change.isPending);
  return (
    <Panel
      title="Pause"
      actions={
        <Button {...opener} busy={change.isPending}>
          {!change.isPending && <CirclePause aria-hidden />}
          Pause…
        </Button>
      }
    >
      <p className="px-4 py-2.5 text-ink-soft">
        It is not paused. A pause stops what this agent asked for from running. Nothing is lost, and what is executing
        finishes.
      </p>
      {dialog && <dialog.PauseDialog {...control} onPause={change.mutate} />}
    </Panel>
  );
}

function Paused({ id, pause, canPause, tell }: AgentPauseProps & { pause: PauseDto }) {
  const change = useAgentChange(
    () => resumeAgent(id),
    (error) => tell("resume", error),
  );
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, change.isPending);
  return (
    <section aria-label="Paused">
      <Notice
        tone="warn"
        icon={CirclePause}
        title="This agent is paused"
        actions={
          canPause && (
            <Button {...opener} busy={change.isPending}>
              {!change.isPending && <CirclePlay aria-hidden />}
              Resume…
            </Button>
          )
        }
      >
        <p>
          By <AgentLine text={pause.pausedBy.name} />, <Instant at={pause.pausedAt} />. What it submits is recorded and
          waits; clocks of holds stand still.
        </p>
        <AgentText text={pause.reason} className="mt-1" />
      </Notice>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title="Resume this agent"
          consequence="What is cleared runs at once, also what waited during the pause. Clocks of holds go on from where they stood."
          verb="Resume"
          variant="primary"
          onConfirm={() => change.mutate()}
        />
      )}
    </section>
  );
}
