"use client";

import { useEffect, useRef, useState } from "react";
import { AwaitedPart } from "@/components/awaited-part";
import { useCommands } from "@/components/commands";
import { isBehindSomething, isInField } from "@/components/listen-for-keys";
import { getPreferences } from "@/components/preferences";
import { useLoaded } from "@/components/use-loaded";

const fetchPalette = () => import("./palette-dialog");
const fetchKeys = () => import("./keys-dialog");

/** What opens it, wherever that stands. */
export const PALETTE = "palette";

/** The palette and the list of keys, fetched when they are first wanted. */
export function Palette() {
  const [shown, setShown] = useState<"palette" | "keys" | null>(null);
  const [palette, wantPalette, paletteLoads] = useLoaded(fetchPalette);
  const [keys, wantKeys, keysLoad] = useLoaded(fetchKeys);
  const openerRef = useRef<HTMLElement | null>(null);

  function show(which: "palette" | "keys"): void {
    openerRef.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    if (which === "palette") wantPalette();
    else wantKeys();
    setShown(which);
  }

  useCommands([
    { id: "keys", label: "Show the keys", group: "Screen", keys: "?", run: () => show("keys") },
    { id: PALETTE, label: "Everything, by name", group: "Screen", isKeyOnly: true, run: () => show("palette") },
  ]);
  usePaletteKey(() => show("palette"));
  const close = (open: boolean) => setShown((current) => (open ? current : null));
  return (
    <>
      {shown !== null && <AwaitedPart loading={shown === "palette" ? paletteLoads : keysLoad} />}
      {palette && <palette.PaletteDialog open={shown === "palette"} onOpenChange={close} openerRef={openerRef} />}
      {keys && <keys.KeysDialog open={shown === "keys"} onOpenChange={close} openerRef={openerRef} />}
    </>
  );
}

/** The one key that is pressed with Ctrl or Cmd; like the others it can be switched off, and leaves fields alone. */
function usePaletteKey(show: () => void): void {
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (!getPreferences().shortcuts || isInField(event.target)) return;
      event.preventDefault();
      // Not over a question that must be answered first.
      if (!isBehindSomething()) latest.current();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
