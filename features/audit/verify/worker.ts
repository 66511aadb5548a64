/** A thread of its own: however long the log, the page answers. One order a worker; to cancel is to end the worker. */
import { type Order, run, type Told } from "./run";

const scope = globalThis as unknown as { postMessage(told: Told): void } & EventTarget;

scope.addEventListener("message", (event) => {
  void run((event as MessageEvent<Order>).data, { tell: (told) => scope.postMessage(told) });
});
