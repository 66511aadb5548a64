"use client";

import Check from "lucide-react/icons/check";
import * as Primitive from "radix-ui/dropdown-menu";
import type { RefObject } from "react";
import type { MenuEntry } from "./menu";

type MenuPopupProps = {
  buttonId: string;
  buttonRef: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  entries: MenuEntry[];
  align: "start" | "end";
};

/** The button is not Radix's own, because it was there first: a silent anchor stands in for it. */
export function MenuPopup({ buttonId, buttonRef, open, onOpenChange, entries, align }: MenuPopupProps) {
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-labelledby={buttonId}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            buttonRef.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button closes its menu itself; otherwise one press would close it and open it again.
            if (event.target instanceof Node && buttonRef.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-lg border bg-raised p-1 shadow-overlay"
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries keep their places
            <Entry key={index} entry={entry} />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const itemStyle =
  "flex min-h-11 w-full select-none items-center gap-2 rounded-md px-2 text-ink text-sm outline-none data-highlighted:bg-hover md:min-h-8 [&_svg]:size-4 [&_svg]:shrink-0";

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case "label":
      return <Primitive.Label className="px-2 py-1.5 text-ink-soft text-xs">{entry.content}</Primitive.Label>;
    case "separator":
      return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
    case "action":
      return (
        <Primitive.Item className={itemStyle} onSelect={entry.onSelect}>
          {entry.content}
        </Primitive.Item>
      );
    case "check":
      return (
        <Primitive.CheckboxItem
          className={itemStyle}
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="flex min-w-0 flex-1 items-center gap-2">{entry.content}</span>
          <Primitive.ItemIndicator>
            <Check aria-hidden className="text-ink-soft" />
          </Primitive.ItemIndicator>
        </Primitive.CheckboxItem>
      );
    case "choices":
      return <Choices {...entry} />;
  }
}

/** One of several: the chosen one carries a tick. */
function Choices({ label, value, onChange, choices }: Extract<MenuEntry, { kind: "choices" }>) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {choices.map((choice) => (
        <Primitive.RadioItem key={choice.value} value={choice.value} className={itemStyle}>
          <span className="flex min-w-0 flex-1 items-center gap-2">{choice.content}</span>
          <Primitive.ItemIndicator>
            <Check aria-hidden className="text-ink-soft" />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}
