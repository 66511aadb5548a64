/**
 * When two runs of a search have come to the same point. A state is all that can make a difference from there on: rows,
 * attempts, ledger, what is on its way, what each process has been told so far, and the clock.
 */
import { createHash } from "node:crypto";
import type { Pending, Process } from "./scheduler";
import type { World } from "./world";

const IDLE = new Set(["timer", "deadline"]);

export class ExploredState {
  private readonly told = new Map<Process, string>();

  constructor(private readonly world: () => World) {}

  tell(process: Process, what: string): void {
    this.told.set(process, digestOf(`${this.told.get(process) ?? ""} ${this.withoutNumbers(what)}`));
  }

  /** `left`: what the search itself may still do, and when it goes on. */
  key(pending: readonly Pending[], left: number[]): string {
    const { store, downstream, workers } = this.world();
    const coming = pending.map(({ at, owner, label }) => `${at} ${owner?.name ?? ""} ${label}`).sort();
    const rows = [...store.rows.values()].map(({ id, state, fence, dueAt }) => [id, state, fence, dueAt]);
    const attempts = [...store.attempts.values()].map(({ id, endedAt, outcome }) => [id, endedAt, outcome]);
    const effects = downstream.effects.map(({ key, at }) => [key, at]);
    for (const { process } of workers) if (isIdle(process, pending)) this.told.delete(process);
    const told = workers.map(({ process }) => [process.name, this.told.get(process) ?? ""]);
    const text = JSON.stringify([left, rows, attempts.sort(), effects.sort(), coming, told]);
    return digestOf(this.withoutNumbers(text));
  }

  /** Attempts are numbered in the order of the claims, which alone makes no difference. */
  private withoutNumbers(text: string): string {
    return text.replace(/att_\d+/g, (id) => {
      const attempt = this.world().store.attempts.get(id);
      return `${attempt?.intentId}#${attempt?.fence}`;
    });
  }
}

/** Nothing is under way but timers. */
export function isQuiet(pending: readonly Pending[]): boolean {
  return pending.every(({ label }) => IDLE.has(label));
}

/** It waits for nothing but its timers: then it remembers nothing, either. */
function isIdle(process: Process, pending: readonly Pending[]): boolean {
  return pending.every(({ owner, label }) =>
    owner === process ? IDLE.has(label) : !label.startsWith(`${process.name} →`),
  );
}

function digestOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
