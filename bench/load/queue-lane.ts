/**
 * The other baseline: one BullMQ job an action, from `add` until a worker in another process has processed it.
 *
 * The worker says so over a plain socket, many turns a write: cheaper than BullMQ's own events, which would make the
 * baseline look poor. All lanes share one queue, as one process of a team would.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { makeLineReader } from "../lines";
import { openRawQueue, type RawQueue } from "../raw-queue";
import { makeBody } from "./bodies";
import type { BodyPlan, Target } from "./job";
import type { Lane } from "./lane";

type QueueTarget = Extract<Target, { kind: "queue" }>;
type Done = (problem: string | null) => void;
type Shared = { queue: RawQueue; waiting: Map<number, Done>; close(): Promise<void> };

export function makeOpenQueueLane(target: QueueTarget, onLost: (error: Error) => void): () => Promise<Lane> {
  let opening: Promise<Shared> | null = null;
  const plan: BodyPlan = { prefix: target.prefix, distinctCount: null, verdict: "cleared", reworded: false };
  return async () => {
    opening ??= openShared(target, onLost);
    const { queue, waiting, close } = await opening;
    return {
      send(turn, done) {
        waiting.set(turn, done);
        queue.add({ turn, body: makeBody(plan, turn) }).catch((error: Error) => {
          if (waiting.delete(turn)) done(`could not be added: ${error.message}`);
        });
      },
      close,
    };
  };
}

async function openShared(target: QueueTarget, onLost: (error: Error) => void): Promise<Shared> {
  const waiting = new Map<number, Done>();
  const { hostname, port } = new URL(target.toldAt);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  socket.on("error", onLost);
  socket.on(
    "data",
    makeLineReader((line) => {
      const turn = Number(line);
      const done = waiting.get(turn);
      if (waiting.delete(turn)) done?.(null);
    }),
  );
  const queue = openRawQueue(target.settings, onLost);
  let closing: Promise<void> | null = null;
  const close = () => {
    socket.destroy();
    closing ??= queue.close();
    return closing;
  };
  return { queue, waiting, close };
}
