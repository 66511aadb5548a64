/** A web process: concurrent submissions share a flush (the product's own batcher), the answer follows the commit. */
import { makeBatcher } from "@/lib/application/batch";
import type { PendingSubmission, Recorded } from "@/lib/application/intake/pending";
import { isUnreachable } from "@/lib/store/errors";
import type { Process } from "./scheduler";
import type { World } from "./world";

export type SimulatedWeb = { process: Process; submit: (pending: PendingSubmission) => Promise<Recorded> };

export function startWeb({ store, wire, queue }: World, process: Process): SimulatedWeb {
  const submit = makeBatcher<PendingSubmission, Recorded>({
    async run(batch) {
      const results = await wire.ask(process, `record ${batch.length}`, () => store.submit(batch));
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
  return { process, submit };
}
