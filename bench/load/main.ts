/** The load process: takes one job at a time from its parent, and ends with it. */
import { drive } from "./drive";
import { openHttpLane } from "./http-lane";
import { openInsertLane } from "./insert-lane";
import type { Job, LoadMessage, LoadOrder, Measured, Target } from "./job";
import type { Lane } from "./lane";
import { makeOpenQueueLane } from "./queue-lane";

const tell = (message: LoadMessage) => void process.send?.(message);

async function runJob(job: Job): Promise<Measured> {
  let onLost: (error: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    onLost = reject;
  });
  lost.catch(() => undefined); // also told when nobody listens yet
  const { target } = job;
  const open = makeOpenLane(target, onLost);
  const lanes: Lane[] = [];
  try {
    while (lanes.length < job.connections) lanes.push(await open());
    const finish = mayFinish();
    const measured = await drive(lanes, job, lost, (type) => tell({ type }));
    await finish;
    return measured;
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

function makeOpenLane(target: Target, onLost: (error: Error) => void): () => Promise<Lane> {
  switch (target.kind) {
    case "http":
      return () => openHttpLane(target, onLost);
    case "insert":
      return () => openInsertLane(target, onLost);
    case "queue":
      return makeOpenQueueLane(target, onLost);
  }
}

function mayFinish(): Promise<void> {
  return new Promise((resolve) => {
    const listen = (order: LoadOrder) => {
      if (order.type !== "finish") return;
      process.off("message", listen);
      resolve();
    };
    process.on("message", listen);
  });
}

process.on("message", (order: LoadOrder) => {
  if (order.type !== "run") return;
  runJob(order.job).then(
    (measured) => tell({ type: "result", measured }),
    (error: Error) => tell({ type: "failed", message: error.message }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ type: "ready" });
