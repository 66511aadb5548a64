/** Which intent a submission is about: the one under its key, in any derivation that still has intents (DESIGN 5). */
import { hasEnded, type Intent, isReopenable } from "../intent";
import type { Prepared } from "./prepare";
import { type Known, readingFor, readingsOf, type World } from "./world";

/**
 * Several may match after a publish. What has run or may run wins over what never happened, the same values over
 * others, the active derivation over earlier ones. One whose window is over counts only under the active key: there it
 * is the predecessor of what comes next.
 */
export function findCurrent<K extends Known>(world: World<K>, prepared: Prepared): K | null {
  const found = readingsOf(prepared).map(({ stem }) => (stem === null ? undefined : world.byStem.get(stem)));
  const open = found.filter((known) => known !== undefined).filter(({ intent }) => !isOver(intent, world.at));
  const counting = open.filter(({ intent }) => !isReopenable(intent.state));
  const same = counting.find((known) => readingFor(known, prepared)?.fingerprint === known.intent.fingerprint);
  return same ?? counting[0] ?? open[0] ?? found[0] ?? null;
}

export function isOver(intent: Intent, at: number): boolean {
  return hasEnded(intent.state) && at >= intent.state.endedAt + intent.terms.windowMs;
}
