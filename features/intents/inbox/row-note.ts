import type { AnswerWords } from "@/components/answer-words";
import type { InboxItemDto } from "@/lib/wire/inbox";

export type Verdict = "approve" | "deny";

/** What goes on with a row beside what the server says of it. */
export type RowNote =
  | { kind: "sending"; verdict: Verdict }
  /** Goes with a batch whose answer about it has not come: nobody decides on it a second time meanwhile. */
  | { kind: "in_batch" }
  /** It leaves by itself in a moment. */
  | { kind: "done"; words: AnswerWords }
  /** No answer came. Stays until it was read; what is true is told as soon as it is known. */
  | { kind: "not_known"; verdict: Verdict; words: AnswerWords }
  /** Stays until it was read. `before`: the row that was decided on, where it has changed since. */
  | { kind: "not_done"; words: AnswerWords; before: InboxItemDto | null };

export type RowNotes = ReadonlyMap<string, RowNote>;

export function withNote(notes: RowNotes, id: string, note: RowNote | null): RowNotes {
  const next = new Map(notes);
  if (note === null) next.delete(id);
  else next.set(id, note);
  return next;
}

/** The same object each time, so that rows that did not change are not drawn again. */
const IN_BATCH: RowNote = { kind: "in_batch" };

/** What was read of its own answer, or is on its way, is more than that a batch has it. */
export function noteOf(id: string, notes: RowNotes, inBatch: ReadonlySet<string>): RowNote | null {
  const own = notes.get(id) ?? null;
  const isAnsweredFor = own?.kind === "done" || own?.kind === "sending";
  return inBatch.has(id) && !isAnsweredFor ? IN_BATCH : own;
}
