"use client";

import { useEffect, useState } from "react";
import { forgetSeal, type RememberedSeal, recallSeal } from "./remembered-seal";

/** Read once the page is the browser's: the server remembers nothing of this kind. */
export function useRememberedSeal(): { remembered: RememberedSeal | null; forget: () => void } {
  const [remembered, setRemembered] = useState<RememberedSeal | null>(null);
  useEffect(() => setRemembered(recallSeal()), []);
  return {
    remembered,
    forget: () => {
      forgetSeal();
      setRemembered(null);
    },
  };
}
