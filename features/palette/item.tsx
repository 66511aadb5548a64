"use client";

import { Command as Palette } from "cmdk";
import type { ReactNode } from "react";

type ItemProps = {
  value: string;
  onSelect: () => void;
  /** There whatever is written. */
  always?: boolean;
  children: ReactNode;
};

export function Item({ value, onSelect, always = false, children }: ItemProps) {
  return (
    <Palette.Item
      value={value}
      forceMount={always}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 text-ink text-sm data-[selected=true]:bg-hover md:min-h-9"
    >
      {children}
    </Palette.Item>
  );
}
