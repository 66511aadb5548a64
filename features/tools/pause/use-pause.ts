"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pausePlace, resumePlace } from "../queries";
import type { PausePlace } from "./pause-place";

export type PauseChange = { action: "pause"; reason: string } | { action: "resume" };

/** Shows nothing as paused before the answer is here; then reads anew whatever a pause can change. */
export function usePause(place: PausePlace) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PauseChange) =>
      change.action === "pause" ? pausePlace(place, change.reason) : resumePlace(place),
    onSettled: () =>
      Promise.all(["pauses", "intents"].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export type UsedPause = ReturnType<typeof usePause>;
