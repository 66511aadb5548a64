"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveUpdates } from "@/components/live-updates";
import type { IntentFilter } from "../filter/intent-filter";
import { totalsQuery } from "../queries";

/** Few are counted in no time; of many the last digits matter little. */
const MANY = 10_000;
const REST_MS = 3_000;
const REST_OF_MANY_MS = 30_000;

/** Counted again some time after the list was read again, never as often as that. */
export function useTotals(filter: IntentFilter, listReadAt: number) {
  const totals = useQuery(totalsQuery(filter));
  const { isPaused } = useLiveUpdates();
  const { data, dataUpdatedAt, isFetching, refetch } = totals;
  const restMs = (data?.count ?? 0) > MANY ? REST_OF_MANY_MS : REST_MS;
  const isOld = dataUpdatedAt > 0 && listReadAt > dataUpdatedAt;
  useEffect(() => {
    if (!isOld || isPaused || isFetching) return;
    const timer = setTimeout(() => void refetch(), Math.max(0, dataUpdatedAt + restMs - Date.now()));
    return () => clearTimeout(timer);
  }, [isOld, isPaused, isFetching, refetch, dataUpdatedAt, restMs]);
  return totals;
}

export type Totals = ReturnType<typeof useTotals>;
