/** What a pause covers. It changes no intent: it only says what is not claimed, and whose clock stands still. */

export type PauseScope =
  | { covers: "everything" }
  | { covers: "tool"; tool: string }
  | { covers: "agent"; agentId: string };

/** A stretch of time: from `pausedAt` until `resumedAt`, or until somebody resumes. */
export type PausedTime = { pausedAt: number; resumedAt: number | null };

export type Pause = PausedTime & {
  covers: PauseScope["covers"];
  /** The tool's name or the agent's id; empty for everything. */
  target: string;
};

/** The part of an intent that a pause can name. */
export type PauseSubject = { tool: string; agentId: string };

/** Those of the pauses, past ones too, that cover this intent. */
export function pausesOn<P extends Pause>(pauses: readonly P[], subject: PauseSubject): P[] {
  return pauses.filter((pause) => covers(pause, subject));
}

/** Whether one of the pauses covers this intent now. */
export function isPaused(pauses: readonly Pause[], subject: PauseSubject): boolean {
  return pauses.some((pause) => pause.resumedAt === null && covers(pause, subject));
}

export function targetOf(scope: PauseScope): string {
  switch (scope.covers) {
    case "everything":
      return "";
    case "tool":
      return scope.tool;
    case "agent":
      return scope.agentId;
  }
}

function covers({ covers: kind, target }: Pause, { tool, agentId }: PauseSubject): boolean {
  switch (kind) {
    case "everything":
      return true;
    case "tool":
      return target === tool;
    case "agent":
      return target === agentId;
  }
}
