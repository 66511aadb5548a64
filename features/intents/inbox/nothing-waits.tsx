"use client";

import { useQuery } from "@tanstack/react-query";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import ListFilter from "lucide-react/icons/list-filter";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { Button, buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { anyIntentQuery } from "./queries";

type NothingProps = {
  /** The row that had the focus has just left: the heading takes it. */
  takesFocus: boolean;
  onFocusTaken: () => void;
  /** Given where the inbox is narrowed. */
  onClear: (() => void) | null;
};

export function NothingWaits({ takesFocus, onFocusTaken, onClear }: NothingProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears in the place of the last row
  useEffect(() => {
    if (!takesFocus) return;
    headingRef.current?.focus();
    onFocusTaken();
  }, []);
  if (onClear !== null) {
    return (
      <EmptyState
        icon={ListFilter}
        title="Nothing that matches waits"
        headingRef={headingRef}
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Something else may: the inbox is narrowed by reason, tool, agent or a search.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheckBig} title="Nothing waits for you" headingRef={headingRef} actions={<NextSteps />}>
      <p>
        Everything that was asked for is decided. What needs a person appears here by itself: approvals, drift,
        look-alikes, variants, limits, missing keys, configuration, paused tools, doubts and bypasses.
      </p>
    </EmptyState>
  );
}

/** Whoever has never seen an intent needs the way to a first one; everybody else may look at what ran. */
function NextSteps() {
  const any = useQuery(anyIntentQuery());
  if (any.data === undefined) return null;
  return any.data.items.length === 0 ? (
    <Link href="/welcome" className={buttonStyle({ variant: "primary" })}>
      Send a first intent
    </Link>
  ) : (
    <Link href="/intents" className={buttonStyle({ variant: "secondary" })}>
      See what ran
    </Link>
  );
}
