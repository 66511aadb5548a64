import type { WaitingDto } from "@/lib/wire/intent";

type Waits = { title: string; meaning: string };

/** What an intent waits for that no decision would change, where nothing else on the page says so. */
export const WAITS_FOR: Record<Exclude<WaitingDto["for"], "pause" | "limit">, Waits> = {
  downstream: {
    title: "Waiting for the downstream",
    meaning: "Waits for the downstream, which does not answer.",
  },
  retry: { title: "Waiting for the next try", meaning: "The last attempt did not settle it; it is tried again." },
  undo: {
    title: "Waiting for the undo window",
    meaning: "It runs when the approval can no longer be taken back.",
  },
  slot: { title: "Waiting for a worker", meaning: "May run; a worker will take it." },
};

/** Null: what it waits for is told elsewhere, or it does not wait. */
export function waitsFor(waiting: WaitingDto | undefined): Waits | null {
  if (waiting === undefined || waiting.for === "pause" || waiting.for === "limit") return null;
  return WAITS_FOR[waiting.for];
}
