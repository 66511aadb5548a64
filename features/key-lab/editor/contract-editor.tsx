"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useMemo, useRef } from "react";
import { Kbd } from "@/components/kbd";
import { breakLine, type Edit, indent, lineRange, outdent, type Selection } from "./edit-lines";
import { Gutter } from "./gutter";
import type { PlacedError } from "./place-errors";

/** What others may ask of the editor. */
export type EditorHandle = { goTo: (line: number) => void };

type ContractEditorProps = {
  text: string;
  onWrite: (text: string) => void;
  errors: readonly PlacedError[];
  /** Where the mistakes are told. */
  describedBy: string;
  ref: Ref<EditorHandle>;
};

const TYPE = "font-mono text-lg leading-6 md:text-xs md:leading-5";

/** A plain field for text: every keyboard, screen reader and spell of the browser works in it as anywhere else. */
export function ContractEditor({ text, onWrite, errors, describedBy, ref }: ContractEditorProps) {
  const hintId = useId();
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const numbersRef = useRef<HTMLDivElement>(null);
  const onKeyDown = useEditorKeys();
  const lineCount = useMemo(() => text.split("\n").length, [text]);
  useImperativeHandle(ref, () => ({ goTo: (line) => areaRef.current && goTo(areaRef.current, line) }), []);
  return (
    <>
      <div className="relative flex h-[58dvh] min-h-72 overflow-hidden border-b bg-sunken focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-2">
        <Gutter ref={numbersRef} lineCount={lineCount} errors={errors} className={TYPE} />
        <textarea
          ref={areaRef}
          aria-label="Contract text"
          aria-describedby={`${hintId} ${describedBy}`}
          aria-invalid={errors.length > 0 || undefined}
          value={text}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          className={clsx(TYPE, "min-w-0 flex-1 resize-none bg-surface px-3 py-2 text-ink outline-none")}
          onChange={(event) => onWrite(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={(event) => {
            const { scrollTop } = event.currentTarget;
            if (numbersRef.current) numbersRef.current.style.transform = `translateY(${-scrollTop}px)`;
          }}
        />
      </div>
      <p id={hintId} className="px-4 pt-2 text-ink-faint text-xs max-md:sr-only">
        <Kbd>Tab</Kbd> indents. To leave the editor with the keyboard: <Kbd>Esc</Kbd>, then <Kbd>Tab</Kbd>.
      </p>
    </>
  );
}

/** Tab belongs to the text, unless Escape was the key before: nobody is locked in (WCAG 2.1.2). */
function useEditorKeys() {
  const leavesRef = useRef(false);
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget, shiftKey } = event;
    const leaves = leavesRef.current;
    if (key === "Shift") return;
    leavesRef.current = key === "Escape";
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing;
    if (!isPlain || (key === "Tab" && leaves)) return;
    const edit = key === "Tab" ? (shiftKey ? outdent : indent) : key === "Enter" && !shiftKey ? breakLine : null;
    if (edit === null) return;
    event.preventDefault();
    apply(currentTarget, edit(selectionOf(currentTarget)));
  };
}

function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection {
  return { text: value, from: selectionStart, to: selectionEnd };
}

/** Through the browser's own editing, so that its undo knows of it. */
function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  if (from === to && insert === "") return;
  area.setSelectionRange(from, to);
  const isDone = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

function goTo(area: HTMLTextAreaElement, line: number): void {
  area.focus();
  area.setSelectionRange(...lineRange(area.value, line));
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 1) * lineHeight - area.clientHeight / 3);
  area.scrollLeft = 0;
}
