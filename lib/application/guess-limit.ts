/**
 * Guessing is slowed per address: after `max` tries in the window, even the right password waits. A try counts from
 * before it is checked, so that tries made at the same time cannot pass the bound together; one that was no guess
 * (right, or never checked) is given back. The tries are in the store: however many web processes there are, on however
 * many machines, the bound is one.
 */
import { hash } from "node:crypto";
import type { Database } from "@/lib/store/database";
import { giveTryBack, pruneTries, type TriesBound, takeTry, triesBackInMs } from "@/lib/store/sign-in-tries";
import { TooManyError } from "./errors";

export type TakeTry = (address: string) => Promise<() => Promise<void>>;

export function makeGuessLimit({ client }: Pick<Database, "client">, bound: TriesBound): TakeTry {
  /** Throws when there are no tries left; returns how to give this one back. */
  return async function take(typed) {
    // People type passwords where their address belongs: what they typed is not kept.
    const address = hash("sha256", typed, "hex");
    const taken = await takeTry(client, address, bound);
    if (taken === null) {
      const waitMs = await triesBackInMs(client, address, bound.windowMs);
      throw new TooManyError("Too many failed sign-ins for this address.", Math.max(1, Math.ceil(waitMs / 1_000)));
    }
    await pruneTries(client, bound.windowMs);
    return () => giveTryBack(client, taken);
  };
}
