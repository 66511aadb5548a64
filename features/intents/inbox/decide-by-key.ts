import type { InboxItemDto } from "@/lib/wire/inbox";
import type { OperatorDto } from "@/lib/wire/session";
import { LOOK_ONLY } from "../decide/may-decide";
import type { Questions } from "../decide/use-questions";
import type { BatchQuestion } from "./batch/batch-dialogs";
import { leftOutWords, type Verdict } from "./batch/batch-words";
import { approvable } from "./batch/picked";
import type { Selection } from "./batch/use-selection";
import { noteOf, type RowNotes } from "./row-note";
import type { RowFocus } from "./use-row-focus";
import type { InboxRow } from "./use-rows";
import { whyNot } from "./why-not";

const TOO_SOON = "The current row has just changed. Look at it first.";
const OUT_OF_SIGHT = "The current row was out of sight. Look at it, then press again.";

type Situation = {
  current: InboxRow | null;
  notes: RowNotes;
  inBatch: ReadonlySet<string>;
  operator: OperatorDto | null;
  selection: Selection;
  focus: RowFocus;
  questions: Questions<InboxItemDto>;
  isTooSoon: () => boolean;
  /** Why the key does nothing, in sight. */
  tell: (words: string) => void;
  onBatchQuestion: (question: BatchQuestion) => void;
};

/** What A and D mean: with something selected all of it, else the current row, if somebody can see it. */
export function decideByKey(verdict: Verdict, situation: Situation): void {
  const { current, notes, inBatch, operator, selection, focus, questions, tell } = situation;
  if (current === null) return;
  const { id } = current.item;
  if (selection.picked.size > 0) {
    decideSelected(verdict, situation, focus.elementOf(id));
    return;
  }
  const why = whyNot(verdict, current, noteOf(id, notes, inBatch), operator, Date.now());
  if (situation.isTooSoon()) tell(TOO_SOON);
  else if (why !== null) tell(why);
  else if (focus.isShown(id)) questions[verdict](current.item, focus.elementOf(id));
  else {
    focus.focus(id);
    tell(OUT_OF_SIGHT);
  }
}

function decideSelected(
  verdict: Verdict,
  { operator, selection, tell, onBatchQuestion }: Situation,
  opener: HTMLElement | null,
): void {
  const picked = [...selection.picked.values()];
  if (operator === null || operator.role === "viewer") tell(LOOK_ONLY);
  else if (verdict === "approve" && approvable(picked).length === 0) tell(leftOutWords(picked) ?? "");
  else onBatchQuestion({ verdict, opener });
}
