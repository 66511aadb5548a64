"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { Button } from "./button";

const SHOWN_MS = 1_600;

type Copied = "not_yet" | "copied" | "refused";

/** Copies text and says whether that worked: a browser may refuse, and a stale clipboard is worse than none. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<Copied>("not_yet");
  useEffect(() => {
    if (copied === "not_yet") return;
    const timer = setTimeout(() => setCopied("not_yet"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = { not_yet: `Copy ${what}`, copied: "Copied", refused: "The browser did not allow copying" }[copied];
  const Glyph = { not_yet: Copy, copied: Check, refused: X }[copied];
  return (
    <Button
      variant="ghost"
      size="iconSmall"
      aria-label={label}
      title={label}
      onClick={() => copyText(text).then(setCopied)}
    >
      <Glyph aria-hidden />
    </Button>
  );
}

async function copyText(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "refused";
  }
}
