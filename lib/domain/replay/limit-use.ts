/** What replayed intents have taken from limits: exact, in the order in which it was taken and given back. */

import type { LimitCharge } from "../limits/charges";
import { countsTowardLimits } from "../limits/counting";
import { addDecimals } from "../limits/decimal";
import { windowStart } from "../limits/window";
import { live, nextLifeAt, type Replayed } from "./replayed-intent";

type Taken = { at: number; amount: string; isGivenBack: boolean };
type Bucket = { sum: string; taken: Taken[]; first: number };
type Due = { at: number; known: Replayed };

export class LimitUse {
  private readonly buckets = new Map<string, Bucket>();
  private readonly takenBy = new Map<Replayed, [Bucket, Taken][]>();
  /** A heap: whose life goes on next. Lives must be followed in order, or windows would be summed wrongly. */
  private readonly due: Due[] = [];

  /** Its state has changed, by a submission or in its life. */
  readonly settle = (known: Replayed, at: number): void => {
    const counts = countsTowardLimits(known.intent.state.kind);
    if (counts === known.hasCharged) return;
    known.hasCharged = counts;
    if (counts) this.take(known, at);
    else this.giveBack(known);
  };

  follow(known: Replayed): void {
    const at = nextLifeAt(known);
    if (at === null) return;
    this.due.push({ at, known });
    this.rise();
  }

  advance(at: number): void {
    for (let next = this.due[0]; next !== undefined && next.at <= at; next = this.due[0]) {
      this.sink();
      live(next.known, next.at, this.settle);
      this.follow(next.known);
    }
  }

  /** Of each bucket that the charges name. `at` never goes back. */
  usedBy(charges: readonly LimitCharge[], at: number): Map<string, string> {
    const used = new Map<string, string>();
    for (const { bucket, window } of charges) {
      const found = this.buckets.get(bucket);
      if (found === undefined) continue;
      const since = windowStart(window, at);
      for (let old = found.taken[found.first]; old !== undefined && old.at < since; old = found.taken[found.first]) {
        if (!old.isGivenBack) found.sum = addDecimals(found.sum, `-${old.amount}`);
        old.isGivenBack = true;
        found.first += 1;
      }
      used.set(bucket, found.sum);
    }
    return used;
  }

  private take(known: Replayed, at: number): void {
    const amounts = new Map(known.charges.map(({ bucket, amount }) => [bucket, amount]));
    const taken = [...amounts].map(([name, amount]): [Bucket, Taken] => {
      const bucket = this.buckets.get(name) ?? { sum: "0", taken: [], first: 0 };
      this.buckets.set(name, bucket);
      const one = { at, amount, isGivenBack: false };
      bucket.taken.push(one);
      bucket.sum = addDecimals(bucket.sum, amount);
      return [bucket, one];
    });
    this.takenBy.set(known, taken);
  }

  private giveBack(known: Replayed): void {
    for (const [bucket, taken] of this.takenBy.get(known) ?? []) {
      if (!taken.isGivenBack) bucket.sum = addDecimals(bucket.sum, `-${taken.amount}`);
      taken.isGivenBack = true;
    }
    this.takenBy.delete(known);
  }

  private rise(): void {
    const { due } = this;
    let child = due.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if ((due[parent] as Due).at <= (due[child] as Due).at) return;
      this.swap(parent, child);
      child = parent;
    }
  }

  private sink(): void {
    const { due } = this;
    const last = due.pop();
    if (last === undefined || due.length === 0) return;
    due[0] = last;
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < due.length && (due[left] as Due).at < (due[least] as Due).at) least = left;
      if (right < due.length && (due[right] as Due).at < (due[least] as Due).at) least = right;
      if (least === parent) return;
      this.swap(parent, least);
      parent = least;
    }
  }

  private swap(one: number, other: number): void {
    const { due } = this;
    [due[one], due[other]] = [due[other] as Due, due[one] as Due];
  }
}
