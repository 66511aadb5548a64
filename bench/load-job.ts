/** Hands one job to the load process and waits for what it measured. */
import type { Child } from "./child";
import type { Job, LoadMessage, LoadOrder, Measured } from "./load/job";

export type Window = { onMeasuring(): void; onMeasured(): void };

const NOBODY: Window = { onMeasuring: () => undefined, onMeasured: () => undefined };

export async function runJob(load: Child, job: Job, window: Window = NOBODY): Promise<Measured> {
  const ended = load.hear((heard) => {
    const message = heard as LoadMessage;
    if (message.type === "measuring") window.onMeasuring();
    if (message.type === "measured") {
      window.onMeasured();
      load.tell({ type: "finish" } satisfies LoadOrder);
    }
    return message.type === "result" || message.type === "failed" ? message : null;
  });
  load.tell({ type: "run", job } satisfies LoadOrder);
  const message = await ended;
  if (message.type === "failed") throw new Error(`The load could not go on: ${message.message}`);
  return message.measured;
}
