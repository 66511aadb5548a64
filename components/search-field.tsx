"use client";

import Search from "lucide-react/icons/search";
import { type Ref, useEffect, useState } from "react";

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Called when the typing has come to rest, and at once on Enter or when it is emptied. */
  onSearch: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

const REST_MS = 350;

export function SearchField({ label, placeholder, value, onSearch, ref, className = "" }: SearchFieldProps) {
  const [text, setText] = useState(value);
  // The address may change by itself: back, forward, "clear".
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), text.trim() === "" ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <span className={`relative flex min-w-0 ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onSearch(text.trim());
          if (event.key !== "Escape") return;
          // The first Escape empties the field, the next leaves it.
          event.preventDefault();
          if (text === "") event.currentTarget.blur();
          setText("");
        }}
        className="h-11 w-full min-w-0 rounded-md border border-line-field bg-surface pr-2 pl-8 text-ink text-lg placeholder:text-ink-faint md:h-8 md:text-sm"
      />
    </span>
  );
}
