"use client";

/** What goes on with the selection: it is being collected or sent, or has a result that waits to be read. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { BatchDto } from "@/lib/wire/inbox";
import { readIntentsAgain } from "../../read-intents-again";
import { offerUndo } from "../../undo/undo-store";
import { removeRows } from "../patch-inbox";
import { decideMany, fetchInbox, type InboxFilter } from "../queries";
import type { Result, Verdict } from "./batch-words";
import { collectMatching } from "./collect-matching";
import { approvable, type Picked } from "./picked";
import { sendBatch } from "./send-batch";
import type { Selection } from "./use-selection";

const COLLECT_PAGE_SIZE = 200;

const NONE: ReadonlySet<string> = new Set();

export type AllSelected = { count: number; leftOutCount: number };

export type BatchState =
  /** `all`: everything that matched was selected, except what is decided elsewhere. */
  | { kind: "choosing"; all?: AllSelected }
  | { kind: "collecting"; doneCount: number; isStopping: boolean }
  | { kind: "collecting_failed"; error: unknown }
  | { kind: "sending"; verdict: Verdict; doneCount: number; totalCount: number; isStopping: boolean }
  | { kind: "done"; verdict: Verdict; results: Result[] };

type UseBatch = { filter: InboxFilter; selection: Selection };

export function useBatch({ filter, selection }: UseBatch) {
  const queries = useQueryClient();
  const [state, setState] = useState<BatchState>({ kind: "choosing" });
  const [unansweredIds, setUnansweredIds] = useState(NONE);
  const stoppedRef = useRef(false);
  /** Which collection is the latest: what another one finds is nobody's selection any more. */
  const collectionRef = useRef(0);
  // Whoever leaves the screen stops what has not been sent yet.
  useEffect(
    () => () => {
      stoppedRef.current = true;
    },
    [],
  );

  async function collect(): Promise<void> {
    collectionRef.current += 1;
    const own = collectionRef.current;
    const isOver = () => own !== collectionRef.current;
    stoppedRef.current = false;
    setState({ kind: "collecting", doneCount: 0, isStopping: false });
    try {
      const found = await collectMatching({
        fetchPage: (cursor) => fetchInbox(filter, COLLECT_PAGE_SIZE, cursor),
        onProgress: (picked) => {
          if (!isOver()) setState({ kind: "collecting", doneCount: picked.length, isStopping: stoppedRef.current });
        },
        isStopped: () => stoppedRef.current || isOver(),
      });
      if (isOver()) return;
      selection.replace(found.picked);
      setState({ kind: "choosing", all: { count: found.picked.length, leftOutCount: found.leftOutCount } });
    } catch (error) {
      if (!isOver()) setState({ kind: "collecting_failed", error });
    }
  }

  async function decide(verdict: Verdict, all: readonly Picked[], reason?: string): Promise<void> {
    const picked = verdict === "approve" ? approvable(all) : all;
    const sending = { kind: "sending", verdict, totalCount: picked.length } as const;
    stoppedRef.current = false;
    setState({ ...sending, doneCount: 0, isStopping: false });
    setUnansweredIds(new Set(picked.map(({ id }) => id)));
    const results = await sendBatch(
      { verdict, picked, ...(reason === undefined ? {} : { reason }) },
      {
        send: decideMany,
        onProgress: (doneCount) => setState({ ...sending, doneCount, isStopping: stoppedRef.current }),
        onAnswer: ({ results: answers }, sentAtMs) => {
          for (const { intent, problem } of answers) {
            if (intent !== null && problem === null && verdict === "approve") offerUndo(intent, sentAtMs);
          }
          // A row that is no longer locked must not look as if it could be decided once more.
          removeRows(queries, decidedBy(answers));
          setUnansweredIds((before) => without(before, answers));
        },
        isStopped: () => stoppedRef.current,
        now: Date.now,
      },
    );
    const decided = new Set(results.filter(({ outcome }) => outcome === "decided").map((one) => one.picked.id));
    removeRows(queries, decided);
    const waits = new Set(results.filter(({ outcome }) => outcome === "waits_for_others").map((one) => one.picked.id));
    // What was not decided stays selected: it is what somebody has to look at.
    selection.drop(new Set([...decided, ...waits]));
    setUnansweredIds(NONE);
    // Said by its heading, which takes the focus.
    setState({ kind: "done", verdict, results });
    void readIntentsAgain(queries);
  }

  function stop(): void {
    stoppedRef.current = true;
    setState((before) => ("isStopping" in before ? { ...before, isStopping: true } : before));
  }

  /** What is being collected matches a filter that is no longer on the screen. */
  const forgetCollection = useCallback(() => {
    collectionRef.current += 1;
    setState((before) => (before.kind.startsWith("collecting") ? { kind: "choosing" } : before));
  }, []);

  const isRunning = state.kind === "collecting" || state.kind === "sending";
  const putAway = () => setState({ kind: "choosing" });
  return { state, isRunning, unansweredIds, collect, decide, stop, forgetCollection, putAway };
}

type Answers = BatchDto["results"];

function decidedBy(answers: Answers): Set<string> {
  const decided = answers.filter(
    ({ intent, problem }) => problem === null && intent !== null && intent.state !== "held",
  );
  return new Set(decided.map(({ intentId }) => intentId));
}

function without(ids: ReadonlySet<string>, answers: Answers): ReadonlySet<string> {
  const answered = new Set(answers.map(({ intentId }) => intentId));
  return new Set([...ids].filter((id) => !answered.has(id)));
}

export type BatchRun = ReturnType<typeof useBatch>;
