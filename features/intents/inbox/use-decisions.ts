"use client";

/**
 * Decisions from rows. Nothing looks decided before the server said so: a row is being sent, then says what happened,
 * then leaves. A refusal stays with the row until it was read.
 */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { isUnanswered } from "@/components/answer-words";
import type { DecisionBody } from "@/lib/wire/decision";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { IntentDto } from "@/lib/wire/intent";
import { approvalOf, denialOf } from "../decide/decision-body";
import { decideIntent, intentQuery } from "../queries";
import { readIntentsAgain } from "../read-intents-again";
import { offerUndo } from "../undo/undo-store";
import { undoHint } from "../undo/undo-words";
import { decidedWords, isChangedSince, isLostRace, undecidedWords } from "../words/decision-words";
import { readRowAgain, removeRows } from "./patch-inbox";
import { type RowNote, type RowNotes, withNote } from "./row-note";

/** Long enough to read what happened, short enough not to be in the way. */
const LEAVES_MS = 1_800;

type Sent = { item: InboxItemDto; body: DecisionBody };
type UseDecisions = {
  announce: (words: string) => void;
  onDecided: (id: string) => void;
  /** It has said what happened, and is no longer drawn. */
  onLeft: (id: string) => void;
};

export function useDecisions(on: UseDecisions) {
  const queries = useQueryClient();
  const [notes, setNotes] = useState<RowNotes>(new Map());
  const notesRef = useRef(notes);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const decide = useMutation({ mutationFn: ({ item, body }: Sent) => decideIntent(item.id, body) });
  // An answer comes later than the drawing that it was asked from: it must not act on what was current then.
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);

  const note = useCallback((id: string, next: RowNote | null) => {
    notesRef.current = withNote(notesRef.current, id, next);
    setNotes(notesRef.current);
  }, []);

  function readAgain(id: string): Promise<void> {
    return readRowAgain(queries, id).catch((cause: unknown) => console.warn("The row was not read again", cause));
  }

  function leaveSoon(id: string, intent: IntentDto): void {
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      note(id, null);
      // One that needs more people still waits, for them; so does one whose approval was taken back meanwhile.
      const now = queries.getQueryData(intentQuery(id).queryKey) ?? intent;
      if (now.state === "held") void readAgain(id);
      else removeRows(queries, new Set([id]));
      latest.current.onLeft(id);
    }, LEAVES_MS);
    timers.current.add(timer);
  }

  async function send({ item, body }: Sent): Promise<void> {
    const { id } = item;
    const { verdict } = body;
    if (notesRef.current.get(id)?.kind === "sending") return;
    note(id, { kind: "sending", verdict });
    const sentAtMs = Date.now();
    try {
      const intent = await decide.mutateAsync({ item, body });
      const words = decidedWords(verdict, intent);
      queries.setQueryData(intentQuery(id).queryKey, intent);
      if (verdict === "approve") offerUndo(intent, sentAtMs);
      note(id, { kind: "done", words });
      const wayBack = intent.undoUntil === undefined ? "" : ` ${undoHint()}`;
      latest.current.announce(`${item.title}: ${words.title}. ${words.body}${wayBack}`);
      leaveSoon(id, intent);
      latest.current.onDecided(id);
    } catch (error) {
      note(id, await undecided(queries, { item, body }, error));
      await readAgain(id);
    }
    void readIntentsAgain(queries);
  }

  return {
    notes,
    approve: (item: InboxItemDto) => void send({ item, body: approvalOf(item) }),
    deny: (item: InboxItemDto, reason: string) => void send({ item, body: denialOf(item, reason) }),
    dismiss: (id: string) => note(id, null),
  };
}

/** What is told of a decision that was not taken, or that got no answer. */
async function undecided(queries: QueryClient, { item, body: { verdict } }: Sent, error: unknown): Promise<RowNote> {
  const current = isLostRace(error) ? await findIntent(queries, item.id) : undefined;
  const words = undecidedWords(verdict, error, current);
  if (isUnanswered(error)) return { kind: "not_known", verdict, words };
  return { kind: "not_done", words, before: isChangedSince(error) ? item : null };
}

async function findIntent(queries: QueryClient, id: string): Promise<IntentDto | undefined> {
  try {
    return await queries.fetchQuery(intentQuery(id));
  } catch {
    return undefined; // What the refusal says is enough.
  }
}
