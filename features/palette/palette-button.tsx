"use client";

import Search from "lucide-react/icons/search";
import { commands } from "@/components/commands";
import { Kbd } from "@/components/kbd";
import { KeyHint } from "@/components/key-hint";
import { PALETTE } from "./palette";

/** The palette for those who do not know its key. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() =>
        commands
          .get()
          .findLast(({ id }) => id === PALETTE)
          ?.run()
      }
      className="flex min-h-11 items-center gap-2 rounded-md px-3 text-ink-soft text-sm hover:text-ink md:mb-2 md:min-h-8 md:w-full md:border md:border-line-strong md:bg-surface md:px-2"
    >
      <Search aria-hidden className="size-5 shrink-0 md:size-4" />
      <span className="flex-1 text-left max-md:sr-only">Search or do…</span>
      <span aria-hidden>
        <KeyHint className="flex gap-0.5 max-md:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </KeyHint>
      </span>
    </button>
  );
}
