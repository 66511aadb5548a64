"use client";

import { useUndo } from "../undo/use-undo";
import { useDecide } from "../use-decide";
import { useBypass, useWithdrawBypass } from "./bypass/use-bypass";
import { useResolve } from "./doubt/use-resolve";
import { useEdit } from "./edit/use-edit";

/** What became of it is told by its notice. */
const noMore = (): undefined => undefined;

/** Everything that an operator can change from here, each with an answer of its own. */
export function useChanges(id: string, isStale: boolean) {
  const decide = useDecide(id);
  const edit = useEdit(id, isStale);
  const undo = useUndo(noMore);
  const resolve = useResolve(id);
  const bypass = useBypass(id);
  const withdraw = useWithdrawBypass(id, bypass);
  return { decide, edit, undo, resolve, bypass, withdraw };
}

export type Changes = ReturnType<typeof useChanges>;
