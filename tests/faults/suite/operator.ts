// The person at the console: approves what waits, denies now and then, and goes on until told to stop.
import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "./client";

const TURN_MS = 200;
const DENIES_ONE_IN = 10;

export interface Operator {
  stop(): Promise<void>;
}

export function startOperator(call: Call): Operator {
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      const held = await call("GET", "/intents?state=held&limit=200");
      const items = (held?.body["items"] ?? []) as { id: string; argsDigest: string }[];
      for (const { id, argsDigest } of items) {
        if (stopped) return;
        const denies = Number.parseInt(argsDigest.slice(-2), 16) % DENIES_ONE_IN === 0;
        const verdict = denies ? { verdict: "deny", reason: "not this one" } : { verdict: "approve" };
        await call("POST", `/intents/${id}/decisions`, { ...verdict, argsDigest });
      }
      await delay(TURN_MS);
    }
  };
  const running = run();
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}
