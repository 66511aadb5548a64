"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { usePast } from "../inbox/deadline";
import { intentQuery } from "../queries";
import { type AskedAbout, type Overtaken, overtakenWords } from "./overtaken-words";

/** Follows the intent while somebody is asked about it, also where the list behind the question stands still. */
export function useOvertaken(asked: AskedAbout, isAsked: boolean): Overtaken | null {
  const { data, dataUpdatedAt } = useQuery({ ...intentQuery(asked.id), enabled: isAsked });
  const askedAtRef = useRef<number | null>(null);
  askedAtRef.current = isAsked ? (askedAtRef.current ?? Date.now()) : null;
  // What is remembered from before the question may be older than what is asked about.
  const now = askedAtRef.current !== null && dataUpdatedAt >= askedAtRef.current ? data : undefined;
  const isPast = usePast((now ?? asked).hold?.expiresAt ?? null);
  if (!isAsked) return null;
  const asAsked = { state: "held", argsDigest: asked.insteadOf ?? asked.argsDigest, hold: asked.hold } as const;
  return overtakenWords(asked, now ?? asAsked, isPast);
}
