"use client";

import Bookmark from "lucide-react/icons/bookmark";
import BookmarkPlus from "lucide-react/icons/bookmark-plus";
import ChevronDown from "lucide-react/icons/chevron-down";
import ListX from "lucide-react/icons/list-x";
import { useRef, useState } from "react";
import { Button } from "@/components/button";
import { Menu, type MenuEntry } from "@/components/menu";
import { findMenuOpener } from "@/components/menu-opener";
import { useLoaded } from "@/components/use-loaded";
import type { IntentFilter } from "../filter/intent-filter";
import type { ColumnName } from "../table/columns";
import { BUILT_IN, findView, useSavedViews, type View } from "./saved-views";

type ViewsMenuProps = {
  filter: IntentFilter;
  columns: readonly ColumnName[];
  onChoose: (view: View) => void;
};

const fetchDialogs = () => import("./view-dialogs");

/** Views by name: those that everybody has, and one's own. */
export function ViewsMenu({ filter, columns, onChoose }: ViewsMenuProps) {
  const saved = useSavedViews();
  const [asked, setAsked] = useState<"save" | "manage" | null>(null);
  const [dialogs, want] = useLoaded(fetchDialogs);
  const openerRef = useRef<HTMLElement | null>(null);
  const current = findView([...saved, ...BUILT_IN], filter, columns);
  const ask = (what: "save" | "manage") => {
    openerRef.current = findMenuOpener();
    want();
    setAsked(what);
  };
  const group = (label: string, views: readonly View[]): MenuEntry => ({
    kind: "choices",
    label,
    value: current?.id ?? "",
    onChange: (id) => views.filter((view) => view.id === id).forEach(onChoose),
    choices: views.map(({ id, name }) => ({ value: id, content: name })),
  });
  const entries: MenuEntry[] = [
    ...(saved.length === 0 ? [] : [{ kind: "label" as const, content: "Yours" }, group("Yours", saved)]),
    { kind: "label", content: saved.length === 0 ? "Views" : "Everybody’s" },
    group("Views", BUILT_IN),
    { kind: "separator" },
    { kind: "action", content: <Save />, onSelect: () => ask("save") },
    ...(saved.length === 0 ? [] : [{ kind: "action" as const, content: <Manage />, onSelect: () => ask("manage") }]),
  ];
  const control = { open: true, onOpenChange: (open: boolean) => setAsked(open ? asked : null), openerRef };
  return (
    <>
      <Menu
        entries={entries}
        button={(props) => (
          <Button {...props} variant="ghost" className="max-w-60">
            <Bookmark aria-hidden />
            <span className="min-w-0 truncate">
              <span className="sr-only">View: </span>
              {current?.name ?? "Views"}
            </span>
            <ChevronDown aria-hidden className="text-ink-faint" />
          </Button>
        )}
      />
      {dialogs !== null && asked === "save" && <dialogs.SaveView {...control} filter={filter} columns={columns} />}
      {dialogs !== null && asked === "manage" && <dialogs.ManageViews {...control} />}
    </>
  );
}

function Save() {
  return (
    <>
      <BookmarkPlus aria-hidden className="text-ink-faint" />
      Save this view…
    </>
  );
}

function Manage() {
  return (
    <>
      <ListX aria-hidden className="text-ink-faint" />
      Rename, copy or delete…
    </>
  );
}
