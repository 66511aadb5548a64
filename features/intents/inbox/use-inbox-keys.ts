"use client";

import { type Command, ROW_MOVE, useCommands } from "@/components/commands";

type Keys = {
  hasRows: boolean;
  selectedCount: number;
  /** A yes to the current row is asked for once more. */
  asksFirst: boolean;
  onMove: (by: number) => void;
  onOpen: () => void;
  onApprove: () => void;
  onDeny: () => void;
  onSelect: () => void;
  onClear: () => void;
};

const GROUP = "Inbox";

/** With something selected, yes and no are about all of it; otherwise about the current row. */
export function useInboxKeys({ hasRows, selectedCount, asksFirst, ...on }: Keys): void {
  const selected = selectedCount === 0 ? null : selectedCount.toLocaleString();
  const rowKeys: Command[] = [
    { id: "inbox next", label: "Next row", group: GROUP, keys: "j", ...ROW_MOVE, run: () => on.onMove(1) },
    { id: "inbox previous", label: "Previous row", group: GROUP, keys: "k", ...ROW_MOVE, run: () => on.onMove(-1) },
    { id: "inbox open", label: "Open the intent", group: GROUP, keys: "Enter", run: on.onOpen },
    {
      id: "inbox approve",
      label: selected === null ? (asksFirst ? "Approve…" : "Approve") : `Approve the ${selected} selected…`,
      group: GROUP,
      keys: "a",
      run: on.onApprove,
    },
    {
      id: "inbox deny",
      label: selected === null ? "Deny…" : `Deny the ${selected} selected…`,
      group: GROUP,
      keys: "d",
      run: on.onDeny,
    },
    { id: "inbox select", label: "Select or unselect the row", group: GROUP, keys: "x", run: on.onSelect },
  ];
  const clear: Command = {
    id: "inbox clear",
    label: "Clear the selection",
    group: GROUP,
    keys: "Escape",
    run: on.onClear,
  };
  useCommands([...(hasRows ? rowKeys : []), ...(selected === null ? [] : [clear])]);
}
