"use client";

import ListFilterPlus from "lucide-react/icons/list-filter-plus";
import { useRef, useState } from "react";
import { Button } from "@/components/button";
import { Menu } from "@/components/menu";
import { findMenuOpener } from "@/components/menu-opener";
import { useLoaded } from "@/components/use-loaded";
import { type FiltersProps, TimeFilter } from "./menu-filters";
import type { People } from "./use-people";

export type AskedFilter = "agent" | "operator" | "run" | "effectId" | "identity" | "amount" | "time";

const ENTRIES = [
  ["agent", "Agent…"],
  ["operator", "Acted on by…"],
  ["run", "Run…"],
  ["effectId", "Effect id…"],
  ["identity", "Identity value…"],
  ["amount", "Amount…"],
] as const satisfies [AskedFilter, string][];

const fetchDialog = () => import("./filter-dialog");

/** Filters that need a value: a menu of them, and a small dialog that asks for it. */
export function AddFilter({ filter, onChange, people }: FiltersProps & { people: People }) {
  const openerRef = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<AskedFilter | null>(null);
  const [dialog, want] = useLoaded(fetchDialog);
  const ask = (what: AskedFilter) => {
    openerRef.current = findMenuOpener();
    want();
    setAsked(what);
  };
  return (
    <>
      <TimeFilter filter={filter} onChange={onChange} onPick={() => ask("time")} />
      <Menu
        entries={ENTRIES.map(([what, content]) => ({ kind: "action", content, onSelect: () => ask(what) }))}
        button={(props) => (
          <Button {...props} onPointerDown={want}>
            <ListFilterPlus aria-hidden />
            Filter
          </Button>
        )}
      />
      {dialog !== null && asked !== null && (
        <dialog.FilterDialog
          asked={asked}
          filter={filter}
          people={people}
          onChange={(next) => {
            setAsked(null);
            onChange(next);
          }}
          open
          onOpenChange={(open) => setAsked(open ? asked : null)}
          openerRef={openerRef}
        />
      )}
    </>
  );
}
