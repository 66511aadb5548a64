/**
 * Two contracts over one record: the active one, to know what the replay itself makes of the record, and the changed
 * one. What the active contract's replay does not reproduce is unknown, never a difference (a window that began before
 * what was read, an erased submission, an agent whose labels have changed since).
 */
import type { CompiledContract } from "../contract/compile-contract";
import type { Pause } from "../pause/pause";
import { DIFFERENCES, type DifferenceKind, differencesBetween } from "./compare";
import { isAsRecorded, type Outcome } from "./outcome";
import type { RecordedSubmission } from "./recorded";
import { ReplayWorld } from "./replay-world";

export type Example = {
  submissionId: string;
  intentId: string;
  receivedAt: number;
  was: Outcome;
  would: Outcome;
};

/** What the active contract's replay came to, where something else is on record. */
export type Unknown = {
  submissionId: string;
  intentId: string;
  receivedAt: number;
  recorded: Pick<RecordedSubmission, "disposition" | "refusal" | "decision">;
  replayed: Outcome;
};

export type Tally = { count: number; examples: Example[] };

export type ReplayResult = {
  comparedCount: number;
  changedCount: number;
  /** Judged on record by an earlier version: compared with what the active one makes of them. */
  earlierVersionsCount: number;
  notReproducedCount: number;
  notReproduced: Unknown[];
  ordersCount: number;
  differences: Record<DifferenceKind, Tally>;
};

export type ReplayInput = {
  active: CompiledContract;
  changed: CompiledContract;
  pauses: readonly Pause[];
  examplesMax: number;
};

export class Replay {
  private readonly activeWorld: ReplayWorld;
  private readonly changedWorld: ReplayWorld;
  /** Where the changed contract put what opened an intent under the active one; absent: where it was. */
  private readonly openers = new Map<string, string | null>();
  readonly result: ReplayResult = {
    comparedCount: 0,
    changedCount: 0,
    earlierVersionsCount: 0,
    notReproducedCount: 0,
    notReproduced: [],
    ordersCount: 0,
    differences: Object.fromEntries(DIFFERENCES.map((kind) => [kind, { count: 0, examples: [] }])) as never,
  };

  constructor(private readonly input: ReplayInput) {
    this.activeWorld = new ReplayWorld(input.active, input.pauses);
    this.changedWorld = new ReplayWorld(input.changed, input.pauses);
  }

  /** `isCounted`: within the range; what came before it is only lived through. */
  take(recorded: RecordedSubmission, isCounted: boolean): void {
    if (recorded.asker === null) {
      this.activeWorld.order(recorded);
      this.changedWorld.order(recorded);
      if (isCounted) this.result.ordersCount += 1;
      return;
    }
    const was = this.activeWorld.submit(recorded);
    const would = this.changedWorld.submit(recorded);
    if (was.openedBy === recorded.id && would.openedBy !== recorded.id) this.openers.set(recorded.id, would.openedBy);
    if (isCounted) this.count(recorded, was, would);
  }

  private count(recorded: RecordedSubmission, was: Outcome, would: Outcome): void {
    const { result, input } = this;
    const isEarlier = recorded.contractVersion !== input.active.version;
    if (isEarlier) result.earlierVersionsCount += 1;
    else if (!isAsRecorded(was, recorded)) {
      result.notReproducedCount += 1;
      if (result.notReproduced.length < input.examplesMax) result.notReproduced.push(toUnknown(recorded, was));
      return;
    }
    result.comparedCount += 1;
    const opener = this.openers.get(was.openedBy ?? "") ?? was.openedBy;
    const kinds = differencesBetween({ submissionId: recorded.id, was, would, opener });
    if (kinds.length > 0) result.changedCount += 1;
    for (const kind of kinds) {
      const tally = result.differences[kind];
      tally.count += 1;
      if (tally.examples.length >= input.examplesMax) continue;
      const { id: submissionId, intentId, receivedAt } = recorded;
      tally.examples.push({ submissionId, intentId, receivedAt, was, would });
    }
  }
}

function toUnknown({ id, intentId, receivedAt, ...recorded }: RecordedSubmission, replayed: Outcome): Unknown {
  const { disposition, refusal, decision } = recorded;
  return { submissionId: id, intentId, receivedAt, recorded: { disposition, refusal, decision }, replayed };
}
