// A fault as a test: it is brought about at a small size, and fails with what replays it. How fast things went is no
// reason to fail on a machine that does many things at once.
import { type Fault, type FaultRun, requireNoBreach } from "./fault";

export async function holds(fault: Fault, run: Pick<FaultRun, "seed" | "size">): Promise<void> {
  const row = await fault.run({ full: false, ...run });
  requireNoBreach(row, run.seed);
}
