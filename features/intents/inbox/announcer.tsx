"use client";

import { useCallback, useState } from "react";

/** Says things to those who do not see them happen; the same words twice are said twice. A plain space at the end would not show. */
export function useAnnouncer(): { announce: (words: string) => void; region: React.ReactNode } {
  const [said, setSaid] = useState({ words: "", count: 0 });
  const announce = useCallback((words: string) => setSaid(({ count }) => ({ words, count: count + 1 })), []);
  const region = (
    <p role="status" aria-live="polite" className="sr-only">
      {said.words}
      {said.count % 2 === 1 ? "\u00a0" : ""}
    </p>
  );
  return { announce, region };
}
