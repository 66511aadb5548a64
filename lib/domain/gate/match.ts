/** Which intent a submission is about: the one under its key, in any derivation that still has intents (DESIGN 5). */
import { hasEnded, type Intent } from "../intent";
import type { Prepared } from "./prepare";
import { type Known, readingsOf, type World } from "./world";

/**
 * An intent whose window is open wins over one whose window is over, and the active derivation over earlier ones. One
 * that is over counts only under the active key: there it is the predecessor of what comes next.
 */
export function findCurrent<K extends Known>(world: World<K>, prepared: Prepared): K | null {
  const found = readingsOf(prepared).map(({ stem }) => (stem === null ? undefined : world.byStem.get(stem)));
  const open = found.find((known) => known !== undefined && !isOver(known.intent, world.at));
  return open ?? found[0] ?? null;
}

export function isOver(intent: Intent, at: number): boolean {
  return hasEnded(intent.state) && at >= intent.state.endedAt + intent.terms.windowMs;
}
