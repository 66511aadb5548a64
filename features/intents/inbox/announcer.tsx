"use client";

import { clsx } from "clsx";
import { type ReactNode, useCallback, useEffect, useState } from "react";

/** Long enough to read a sentence. */
const SHOWN_MS = 5_000;

type Announcer = {
  announce: (words: string) => void;
  /** The same, in sight of everybody: for a key that was pressed and did nothing. */
  tell: (words: string) => void;
  region: ReactNode;
};

/** Says things to those who do not see them happen; the same words twice are said twice. A plain space at the end would not show. */
export function useAnnouncer(): Announcer {
  const [said, setSaid] = useState({ words: "", count: 0, isShown: false });
  const say = useCallback(
    (words: string, isShown: boolean) => setSaid(({ count }) => ({ words, count: count + 1, isShown })),
    [],
  );
  const announce = useCallback((words: string) => say(words, false), [say]);
  const tell = useCallback((words: string) => say(words, true), [say]);
  useEffect(() => {
    if (!said.isShown) return;
    const timer = setTimeout(() => setSaid((before) => ({ ...before, isShown: false })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const region = (
    <p role="status" aria-live="polite" className={clsx(said.isShown ? SHOWN : "sr-only")}>
      {said.words}
      {said.count % 2 === 1 ? "\u00a0" : ""}
    </p>
  );
  return { announce, tell, region };
}

const SHOWN =
  "fixed inset-x-2 bottom-[calc(var(--bar-bottom)+var(--inbox-bottom,0px)+env(safe-area-inset-bottom)+0.5rem)] z-30 rounded-lg border bg-raised px-3.5 py-2.5 text-ink text-sm shadow-overlay md:right-auto md:bottom-[calc(var(--inbox-bottom,0px)+1rem)] md:left-60 md:max-w-md";
