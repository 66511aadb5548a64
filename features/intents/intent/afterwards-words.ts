import { spellDuration } from "@/components/duration";
import type { IntentDto } from "@/lib/wire/intent";

export type Afterwards = {
  words: string;
  /** Until then the words are true; null: nothing ends them by itself. */
  until: string | null;
};

/** What the same submission would get now that this has ended; null while it has not. `windowMs` null: not known yet. */
export function afterwardsWords(intent: IntentDto, windowMs: number | null): Afterwards | null {
  const { state, error, endedAt, links } = intent;
  if (endedAt === null) return null;
  if (links["successor"] !== undefined) {
    return { words: "A later generation took its place: further submissions join that one.", until: null };
  }
  const reopens = "The next submission of the same action opens it again: policy is asked anew.";
  if (state === "refused" || state === "expired" || state === "withdrawn") return { words: reopens, until: null };
  if (state === "failed" && error?.retriable) {
    return { words: `It never reached the downstream. ${reopens}`, until: null };
  }
  const until = windowMs === null ? null : new Date(Date.parse(endedAt) + windowMs).toISOString();
  const window = windowMs === null ? "within its window" : `for ${spellDuration(windowMs)}`;
  const otherwise =
    state === "denied" || state === "failed"
      ? " With other values it opens a new generation, which is decided anew."
      : "";
  return { words: `Who asks for the same again ${window} gets this same answer, and nothing runs.${otherwise}`, until };
}
