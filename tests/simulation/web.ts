/** A web process: concurrent submissions share a flush (the product's own batcher), the answer follows the commit. */
import { makeBatcher } from "@/lib/application/batch";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { isUnreachable } from "@/lib/store/errors";
import type { Process } from "./scheduler";
import { type Sent, toPending } from "./submission";
import type { World } from "./world";

export type SimulatedWeb = { process: Process; submit: (sent: Sent) => Promise<Recorded> };

export function startWeb({ store, wire, queue, mutant, saw, lookAtClock }: World, process: Process): SimulatedWeb {
  /** The versions that it takes for the active ones, until it hears otherwise. */
  const active = new Map<string, number>();
  const record = makeBatcher<PendingSubmission, Recorded>({
    async run(batch) {
      const results = await wire.ask(process, `record ${batch.length}`, () => {
        lookAtClock(process);
        return store.submit(batch);
      });
      const due = results.flatMap((result) =>
        result.kind === "recorded" && result.row.state === "cleared" ? [result.row.id] : [],
      );
      if (due.length > 0) queue.wake([...new Set(due)]);
      return results;
    },
    isHopeless: isUnreachable,
    inFlightMax: 2,
    itemsMax: 10,
    queueMax: 100,
  });

  async function submit(sent: Sent): Promise<Recorded> {
    for (;;) {
      const version = active.get(sent.tool) ?? 1;
      const recorded = await record(toPending(sent, version, mutant === "publish_forgets"));
      if (recorded.kind !== "stale") return recorded;
      saw("stale_version");
      active.set(
        sent.tool,
        await wire.ask(process, `which ${sent.tool} is active`, () => store.activeVersion(sent.tool)),
      );
    }
  }
  return { process, submit };
}
