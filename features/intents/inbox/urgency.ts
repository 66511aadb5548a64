import { formatSeconds } from "@/components/duration";

export type Urgency = "calm" | "soon" | "last" | "over";

const SOON_MS = 15 * 60_000;
const LAST_MS = 60_000;

export function urgencyOf(leftMs: number): Urgency {
  if (leftMs <= 0) return "over";
  if (leftMs <= LAST_MS) return "last";
  return leftMs <= SOON_MS ? "soon" : "calm";
}

/** Of a clock that stands still while something is paused. */
export function stoppedWords(leftMs: number): string {
  return `${formatSeconds(leftMs)} left, stopped`;
}

/** Colour never says it alone: what is urgent is also worded so. */
export function leftWords(leftMs: number): string {
  const left = formatSeconds(leftMs);
  switch (urgencyOf(leftMs)) {
    case "over":
      return "time is over";
    case "last":
      return `last ${left}`;
    case "soon":
      return `only ${left} left`;
    case "calm":
      return `${left} left`;
  }
}
