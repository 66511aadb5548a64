"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { follow } from "./follow";
import { listenToStream } from "./stream-source";

/** Keeps every screen up to date. Draws nothing. */
export function LiveStream({ onSignedOut }: { onSignedOut: () => void }) {
  const queries = useQueryClient();
  useEffect(() => follow(queries, { listen: listenToStream, onSignedOut }), [queries, onSignedOut]);
  return null;
}
