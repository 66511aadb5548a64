"use client";

import { useState } from "react";
import { type Draft, keepDraft, readDraft } from "./draft";
import type { Written } from "./queries";

export type Active = Written & { version: number };

type Kept = {
  draft: Draft | null;
  /** It was there when the page came. */
  wasThere: boolean;
  /** Put away a moment ago: it can be brought back. */
  dropped: Draft | null;
  isKept: boolean;
};

/** The text in the editor: somebody's own, or the active version's for as long as nobody changes it. */
export function useDraft(tool: string, active: Active) {
  const [{ draft, wasThere, dropped, isKept }, setKept] = useState<Kept>(() => {
    const found = readDraft(window.sessionStorage, tool);
    return { draft: found, wasThere: found !== null, dropped: null, isKept: true };
  });

  function set(next: Draft | null, more: Partial<Kept> = {}) {
    const hasRoom = keepDraft(window.sessionStorage, tool, next);
    setKept({ draft: next, wasThere: false, dropped: null, isKept: hasRoom, ...more });
  }

  const written: Written = draft ?? active;
  return {
    ...written,
    baseVersion: draft?.baseVersion ?? active.version,
    isOwn: draft !== null,
    wasThere,
    isKept,
    canBringBack: dropped !== null,
    write(text: string) {
      const baseVersion = draft?.baseVersion ?? active.version;
      // Typed back to what is active: nothing is left to keep.
      const isBack = text === active.text && baseVersion === active.version;
      set(isBack ? null : { text, format: written.format, baseVersion }, { wasThere });
    },
    /** Somebody else's text, to look at it here. */
    take: ({ text, format }: Written) => set({ text, format, baseVersion: active.version }),
    goOnOverActive: () => draft !== null && set({ ...draft, baseVersion: active.version }),
    drop: () => set(null, { dropped: draft }),
    bringBack: () => dropped !== null && set(dropped),
    /** It is published: there is nothing to go back to. */
    end: () => set(null),
  };
}

export type DraftControl = ReturnType<typeof useDraft>;
