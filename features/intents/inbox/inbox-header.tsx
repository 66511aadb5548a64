"use client";

import { clsx } from "clsx";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import { PageHeader } from "@/components/page-header";
import { UpdateControl } from "@/components/update-control";

type InboxHeaderProps = {
  /** Of what is shown; null while nobody knows. */
  waitingCount: number | null;
  /** The last answer was an error. */
  isFailing: boolean;
  /** Given where the list is too long to be read again by itself. */
  standsStill: StandsStill | null;
  /** Menus and search; on a phone behind a button. */
  children: ReactNode;
};
type StandsStill = { since: number; isReading: boolean; onRead: () => void };

export function InboxHeader({ waitingCount, isFailing, standsStill, children }: InboxHeaderProps) {
  const partId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <PageHeader
      title={
        <h1 className="flex items-baseline gap-2 font-semibold text-base text-ink">
          Inbox
          {waitingCount !== null && (
            <span className="font-normal text-ink-soft text-sm tabular-nums">
              {waitingCount.toLocaleString()} waiting
            </span>
          )}
        </h1>
      }
    >
      {/* Beside the title: however long its words become, what is at the right stays where it is. */}
      <UpdateControl
        isFailing={isFailing}
        notFollowed={standsStill && notFollowed(standsStill)}
        className={standsStill === null ? "max-md:ml-auto" : "max-md:order-last max-md:w-full"}
      />
      <div
        id={partId}
        className={clsx(
          "flex min-w-0 flex-wrap items-center gap-2 max-md:order-last max-md:w-full md:ml-auto",
          !isOpen && "max-md:hidden",
        )}
      >
        {children}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search and filters"
        aria-expanded={isOpen}
        aria-controls={partId}
        onClick={() => setOpen(!isOpen)}
        className={clsx("-mr-2 md:hidden", standsStill !== null && "ml-auto")}
      >
        <SlidersHorizontal aria-hidden />
      </Button>
    </PageHeader>
  );
}

/** A list that does not follow must not stand under the word "live". */
function notFollowed({ since, isReading, onRead }: StandsStill) {
  return {
    words: (
      <>
        Not followed: the list is long. As of <Instant at={new Date(since).toISOString()} show="time" />.
      </>
    ),
    action: (
      <Button variant="link" size="inline" busy={isReading} onClick={onRead} className="whitespace-nowrap text-xs">
        Read it again
      </Button>
    ),
  };
}
