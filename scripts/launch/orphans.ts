// Ends what a killed supervisor left behind. Its children end by themselves when their channel closes;
// this waits for that, insists, and only then lets a new run begin: two workers of one home must not overlap.
import { hasGoneWithin, signalProcess } from "./process-identity";
import type { ChildRecord } from "./run-lock";

const BY_ITSELF_MS = 1_000;
const FINISH_MS = 35_000;
const KILLED_MS = 5_000;

export async function endOrphans(orphans: readonly ChildRecord[], onWait: (name: string) => void): Promise<void> {
  await Promise.all(orphans.map((orphan) => endOrphan(orphan, onWait)));
}

async function endOrphan(orphan: ChildRecord, onWait: (name: string) => void): Promise<void> {
  if (await hasGoneWithin(orphan, BY_ITSELF_MS)) return;
  onWait(orphan.name);
  // The build has no executions to finish, and has children of its own.
  const isBuild = orphan.name === "build";
  signalProcess(orphan, isBuild ? "SIGKILL" : "SIGTERM", isBuild);
  if (await hasGoneWithin(orphan, FINISH_MS)) return;
  signalProcess(orphan, "SIGKILL");
  if (!(await hasGoneWithin(orphan, KILLED_MS)))
    throw new Error(
      `The ${orphan.name} process of an earlier start (pid ${orphan.pid}) does not end: stop it by hand.`,
    );
}
