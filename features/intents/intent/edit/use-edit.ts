"use client";

import { useDialog } from "@/components/use-dialog";
import { useDecide } from "../../use-decide";

const fetchEditDialog = () => import("./edit-dialog");

/** Editing is fetched when it is wanted, and has an answer of its own. */
export function useEdit(id: string, isStale: boolean) {
  const decide = useDecide(id);
  const isBusy = decide.isPending || isStale;
  return { decide, isBusy, ...useDialog(fetchEditDialog, isBusy) };
}

export type Edit = ReturnType<typeof useEdit>;
