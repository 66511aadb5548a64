"use client";

import { useRouter } from "next/navigation";
import { type Command, useCommands } from "@/components/commands";
import { useNeighbours } from "./use-neighbours";

type IntentCommands = {
  id: string;
  /** Each is null while it cannot be done. */
  approve: (() => void) | null;
  deny: (() => void) | null;
  edit: (() => void) | null;
  undo: (() => void) | null;
};

const GROUP = "Intent";

/** What can be done to the intent on the screen, by key or from the palette. */
export function useIntentCommands({ id, approve, deny, edit, undo }: IntentCommands): void {
  const router = useRouter();
  const { previous, next } = useNeighbours(id);
  const go = (to: string | null) => (to === null ? null : () => router.push(`/intents/${to}`));
  const all: (Omit<Command, "run" | "group"> & { run: (() => void) | null })[] = [
    { id: "approve", label: "Approve this intent…", keys: "a", run: approve },
    { id: "deny", label: "Deny this intent…", keys: "d", run: deny },
    { id: "edit", label: "Edit and approve…", keys: "e", run: edit },
    { id: "undo here", label: "Take the approval back", keys: "u", run: undo },
    { id: "undo here by z", label: "Take the approval back", keys: "z", isKeyOnly: true, run: undo },
    { id: "next", label: "Next in the inbox", keys: "j", run: go(next) },
    { id: "previous", label: "Previous in the inbox", keys: "k", run: go(previous) },
  ];
  useCommands(all.flatMap(({ run, ...command }) => (run === null ? [] : [{ ...command, group: GROUP, run }])));
}
