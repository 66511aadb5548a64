/** What has happened so far, story by story. The runner writes it, the screen reads it. */
import type { IntentView } from "./gate";
import type { Story } from "./plan";

export interface StoryProgress {
  story: Story;
  phase: "waiting" | "running" | "done";
  askedCount: number;
  lookedUpCount: number;
  intents: Map<string, IntentView>;
  effectCount: number;
  /** the last thing that went wrong between agent and Interlock, if the agent had to give up */
  trouble: string | null;
}

export interface Tally {
  doneCount: number;
  actionCount: number;
  askedCount: number;
  lookedUpCount: number;
  effectCount: number;
  heldCount: number;
  inDoubtCount: number;
  failedCount: number;
}

const FAILED = new Set(["failed", "refused", "denied", "expired", "withdrawn"]);
const EFFECTIVE = new Set(["succeeded", "partial"]);
const OPEN = new Set(["cleared", "executing"]);

export function beginProgress(story: Story): StoryProgress {
  return {
    story,
    phase: "waiting",
    askedCount: 0,
    lookedUpCount: 0,
    intents: new Map(),
    effectCount: 0,
    trouble: null,
  };
}

export function isOpen({ state }: IntentView): boolean {
  return OPEN.has(state);
}

export function tally(all: StoryProgress[]): Tally {
  const intents = all.flatMap((progress) => [...progress.intents.values()]);
  const sum = (count: (progress: StoryProgress) => number) => all.reduce((total, one) => total + count(one), 0);
  const countStates = (isWanted: (state: string) => boolean) => intents.filter(({ state }) => isWanted(state)).length;
  return {
    actionCount: all.length,
    doneCount: all.filter(({ phase }) => phase === "done").length,
    askedCount: sum(({ askedCount }) => askedCount),
    lookedUpCount: sum(({ lookedUpCount }) => lookedUpCount),
    effectCount: sum(({ effectCount }) => effectCount),
    heldCount: countStates((state) => state === "held"),
    inDoubtCount: countStates((state) => state === "in_doubt"),
    failedCount: countStates((state) => FAILED.has(state)) + all.filter(({ trouble }) => trouble !== null).length,
  };
}

/** More effects than actions is the one thing that must never be seen. */
export function doubled(all: StoryProgress[]): StoryProgress[] {
  return all.filter(({ effectCount }) => effectCount > 1);
}

/** Interlock says that it happened, the ledger does not know of it. */
export function unseen(all: StoryProgress[]): StoryProgress[] {
  const claimsEffect = ({ intents }: StoryProgress) => [...intents.values()].some(({ state }) => EFFECTIVE.has(state));
  return all.filter((progress) => progress.effectCount === 0 && claimsEffect(progress));
}
