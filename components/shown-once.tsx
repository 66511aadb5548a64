"use client";

import KeyRound from "lucide-react/icons/key-round";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { CheckLine } from "./check-line";
import { CopyButton } from "./copy-button";
import { Notice } from "./notice";

export type Secret = {
  name: string;
  /** What the copy button says: "the key". */
  what: string;
  value: string;
  hint?: string;
};

type ShownOnceProps = {
  title: string;
  secrets: readonly Secret[];
  /** What else there is to know before it is put away. */
  children?: ReactNode;
  onDone: () => void;
};

/**
 * Secrets that no later answer repeats. They can be put away only by somebody who says that they are stored, and the
 * browser asks before the page is left with them.
 */
export function ShownOnce({ title, secrets, children, onDone }: ShownOnceProps) {
  const [stored, setStored] = useState(false);
  const [asked, setAsked] = useState(false);
  const noticeRef = useSight();
  useKeptPage(!stored);
  return (
    <div className="flex flex-col gap-4">
      <Notice ref={noticeRef} tone="warn" icon={KeyRound} role="status" title={title}>
        Copy what you need now. Nobody can show it again, not even an admin.
      </Notice>
      <dl className="flex flex-col gap-3">
        {secrets.map((secret) => (
          <SecretLine key={secret.name} secret={secret} />
        ))}
      </dl>
      {children}
      <div className="border-t pt-2">
        <CheckLine label="I have stored it" checked={stored} onChange={setStored} />
        {asked && !stored && (
          <p role="alert" className="pb-2 text-bad text-sm">
            Store it first, then tick the box: it cannot be shown again.
          </p>
        )}
        <div className="flex justify-end">
          <Button
            variant={stored ? "primary" : "secondary"}
            onClick={() => {
              setAsked(true);
              if (stored) onDone();
            }}
          >
            Done
          </Button>
        </div>
      </div>
    </div>
  );
}

function SecretLine({ secret: { name, what, value, hint } }: { secret: Secret }) {
  return (
    <div>
      <dt className="font-medium text-ink text-sm">{name}</dt>
      {hint && <dd className="text-ink-soft text-sm">{hint}</dd>}
      <dd className="mt-1 flex items-start rounded-md border bg-sunken">
        <code className="min-w-0 flex-1 select-all whitespace-pre-wrap px-3 py-2 font-mono text-ink text-xs [overflow-wrap:anywhere]">
          {value}
        </code>
        <span className="p-0.5">
          <CopyButton text={value} what={what} />
        </span>
      </dd>
    </div>
  );
}

/** A long form stood here before, and was scrolled to its end. */
function useSight() {
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    noticeRef.current?.focus();
    noticeRef.current?.closest("[role=dialog]")?.scrollTo(0, 0);
  }, []);
  return noticeRef;
}

function useKeptPage(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isKept]);
}
