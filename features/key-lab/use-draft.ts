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
  const [{ draft: kept, wasThere, dropped, isKept }, setKept] = useState<Kept>(() => {
    const found = readDraft(window.sessionStorage, tool);
    return { draft: found, wasThere: found !== null, dropped: null, isKept: true };
  });

  // What says the same as the active version is nobody's own, however it became active.
  const draft = kept?.text === active.text ? null : kept;

  function set(next: Draft | null, more: Partial<Kept> = {}) {
    const hasRoom = keepDraft(window.sessionStorage, tool, next);
    setKept({ draft: next, wasThere: false, dropped: null, isKept: hasRoom, ...more });
  }

  const { text, format } = draft ?? active;
  return {
    text,
    format,
    baseVersion: draft?.baseVersion ?? active.version,
    isOwn: draft !== null,
    wasThere,
    isKept,
    canBringBack: dropped !== null,
    write(next: string) {
      const baseVersion = draft?.baseVersion ?? active.version;
      set(next === active.text ? null : { text: next, format, baseVersion }, { wasThere, dropped });
    },
    /** Somebody else's text, to look at it here; one's own is put away, not lost. */
    take: (written: Written) => set({ ...written, baseVersion: active.version }, { dropped: draft }),
    goOnOverActive: () => draft !== null && set({ ...draft, baseVersion: active.version }),
    drop: () => set(null, { dropped: draft }),
    bringBack: () => dropped !== null && set(dropped),
    /** It is published: there is nothing to go back to. */
    end: () => set(null),
  };
}

export type DraftControl = ReturnType<typeof useDraft>;
