"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";

const SEARCH_LENGTH_MAX = 200;

/**
 * What is searched for lives in the address, so that a view can be sent to somebody. Typing fills no history, and does
 * not wait for the address, which follows a moment later.
 */
export function useToolSearch(): [string, (search: string) => void] {
  const inAddress = (useSearchParams().get("q") ?? "").slice(0, SEARCH_LENGTH_MAX);
  const [search, setSearch] = useState(inAddress);
  /** What we wrote into the address and it does not have yet. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const written = pending.current.indexOf(inAddress);
    if (written >= 0) pending.current.splice(0, written + 1);
    else setSearch(inAddress); // somebody followed a link to this list
  }, [inAddress]);
  return [
    search,
    (typed) => {
      const next = typed.slice(0, SEARCH_LENGTH_MAX);
      setSearch(next);
      if (next !== (pending.current.at(-1) ?? inAddress)) pending.current.push(next);
      window.history.replaceState(null, "", next === "" ? "/tools" : `/tools?${new URLSearchParams({ q: next })}`);
    },
  ];
}
