"use client";

import { clsx } from "clsx";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { UpdateControl } from "@/components/update-control";

type InboxHeaderProps = {
  /** Of what is shown; null while nobody knows. */
  waitingCount: number | null;
  /** Menus and search; on a phone behind a button. */
  children: ReactNode;
};

export function InboxHeader({ waitingCount, children }: InboxHeaderProps) {
  const partId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <PageHeader
      title={
        <h1 className="flex items-baseline gap-2 font-semibold text-base text-ink">
          Inbox
          {waitingCount !== null && waitingCount > 0 && (
            <span className="font-normal text-ink-soft text-sm tabular-nums">
              {waitingCount.toLocaleString()} waiting
            </span>
          )}
        </h1>
      }
    >
      <div
        id={partId}
        className={clsx(
          "flex min-w-0 flex-wrap items-center gap-2 max-md:order-last max-md:w-full md:ml-auto",
          !isOpen && "max-md:hidden",
        )}
      >
        {children}
      </div>
      <UpdateControl className="max-md:ml-auto" />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search and filters"
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setOpen(!isOpen)}
        className="-mr-2 md:hidden"
      >
        <SlidersHorizontal aria-hidden />
      </Button>
    </PageHeader>
  );
}
