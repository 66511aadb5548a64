"use client";

import { type HTMLAttributes, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { useLoaded } from "./use-loaded";

export type MenuEntry =
  | { kind: "label"; content: ReactNode }
  | { kind: "separator" }
  | { kind: "action"; content: ReactNode; onSelect: () => void }
  /** One that can be on beside others; the menu stays open. */
  | { kind: "check"; content: ReactNode; checked: boolean; onChange: (checked: boolean) => void }
  | {
      kind: "choices";
      label: string;
      value: string;
      onChange: (value: string) => void;
      choices: { value: string; content: ReactNode }[];
    };

type ButtonProps = HTMLAttributes<HTMLButtonElement> & { ref: Ref<HTMLButtonElement> };
type MenuProps = { button: (props: ButtonProps) => ReactNode; entries: MenuEntry[]; align?: "start" | "end" };

const fetchPopup = () => import("./menu-popup");

/** A button and its menu. What draws the menu is fetched when the button is pointed at or focused. */
export function Menu({ button, entries, align = "start" }: MenuProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [popup, want] = useLoaded(fetchPopup);

  function show() {
    want();
    setOpen(true);
  }

  return (
    <span className="relative inline-flex min-w-0">
      {button({
        id,
        ref: buttonRef,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onPointerEnter: want,
        onFocus: want,
        onClick: () => (open ? setOpen(false) : show()),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show();
        },
      })}
      {popup && (
        <popup.MenuPopup
          buttonId={id}
          buttonRef={buttonRef}
          open={open}
          onOpenChange={setOpen}
          entries={entries}
          align={align}
        />
      )}
    </span>
  );
}
