"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/button";

type NamespaceFilterProps = { namespace: string | null; onChange: (namespace: string | null) => void };

/** Namespaces are not listed anywhere: whoever narrows by one knows its name. */
export function NamespaceFilter({ namespace, onChange }: NamespaceFilterProps) {
  const id = useId();
  const [text, setText] = useState(namespace ?? "");

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim().toLowerCase();
    onChange(wanted === "" ? null : wanted);
  }

  return (
    <form onSubmit={submit} className="flex items-center gap-2 max-md:order-last max-md:w-full">
      <label htmlFor={id} className="text-ink-faint text-sm">
        Namespace
      </label>
      <input
        id={id}
        value={text}
        maxLength={64}
        placeholder="Any"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-32 min-w-0 rounded-md max-md:flex-1 border border-line-field bg-surface px-2.5 text-ink text-lg placeholder:text-ink-faint md:h-8 md:text-sm"
      />
      {namespace !== null && (
        <Button
          variant="ghost"
          onClick={() => {
            setText("");
            onChange(null);
          }}
        >
          Clear
        </Button>
      )}
    </form>
  );
}
