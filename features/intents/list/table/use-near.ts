"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { intentQuery } from "../../queries";

const FRESH_MS = 5_000;

/** An intent that is pointed at, or that the keys are at, is fetched: it will be there when it is opened. */
export function useNear(id: string | null) {
  const queries = useQueryClient();
  const [isNear, setNear] = useState(false);
  const come = () => {
    setNear(true);
    if (id !== null) void queries.prefetchQuery({ ...intentQuery(id), staleTime: FRESH_MS });
  };
  return { isNear, onPointerEnter: come, onFocus: come };
}
