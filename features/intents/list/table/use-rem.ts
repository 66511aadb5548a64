"use client";

import { useEffect, useState } from "react";

const USUAL = 16;

/** What a rem is in pixels: it differs on a phone, and with what the reader has chosen. */
export function useRem(): number {
  const [rem, setRem] = useState(USUAL);
  useEffect(() => {
    const measure = () => setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  return rem;
}
