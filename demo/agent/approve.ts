/** `--approve`: plays the operator too. Approves what it has just looked at, and nothing else. */
import type { StoryProgress } from "./progress";
import { type RunDeps, settle } from "./run";

/** Resolves with what could not be approved, in words. */
export async function approveHeld(all: StoryProgress[], deps: RunDeps): Promise<string[]> {
  const complaints: string[] = [];
  for (const progress of all) {
    for (const { id, state } of progress.intents.values()) {
      if (state !== "held") continue;
      const complaint = await approveOne(progress, id, deps);
      if (complaint !== null) complaints.push(`${id} could not be approved: ${complaint}`);
    }
  }
  await Promise.all(all.map((progress) => settle(progress, deps)));
  return complaints;
}

async function approveOne(progress: StoryProgress, id: string, { gate }: RunDeps): Promise<string | null> {
  const looked = await gate.find(id);
  if (looked.kind !== "intent") return looked.kind === "accepted" ? "it could not be read" : looked.message;
  const refusal = await gate.approve(looked.intent);
  const after = await gate.find(id);
  if (after.kind === "intent") progress.intents.set(id, after.intent);
  return refusal;
}
