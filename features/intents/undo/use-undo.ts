"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { intentQuery, undoIntent } from "../queries";
import { readIntentsAgain } from "../read-intents-again";
import { changeUndoable, tellUndone } from "./undo-store";
import { notUndoneWords } from "./undo-words";

/** Takes an approval back; nothing looks taken back before the server said so. */
export function useUndo(onUndone: (intentId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (intentId: string) => undoIntent(intentId),
    onMutate: (intentId) => changeUndoable(intentId, { state: "sending", words: null }),
    onSuccess: (intent) => {
      queries.setQueryData(intentQuery(intent.id).queryKey, intent);
      tellUndone(intent.id, Date.now());
      onUndone(intent.id);
    },
    onError: (error, intentId) => {
      const { title, body } = notUndoneWords(error);
      changeUndoable(intentId, { state: "not_undone", words: `${title}. ${body}` });
    },
    onSettled: () => readIntentsAgain(queries),
  });
}
