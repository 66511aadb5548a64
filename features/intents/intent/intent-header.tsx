"use client";

import { clsx } from "clsx";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Link from "next/link";
import { useRef } from "react";
import { AgentLine } from "@/components/agent-text";
import { buttonStyle } from "@/components/button";
import { useCommands } from "@/components/commands";
import { CopyButton } from "@/components/copy-button";
import { PageHeader } from "@/components/page-header";
import { UpdateControl } from "@/components/update-control";
import type { IntentDto } from "@/lib/wire/intent";
import { Deadline } from "../inbox/deadline";
import { StateBadge } from "../words/state-badge";
import { stateMeaning } from "../words/waiting-words";

/** Null: there is nothing to show yet, or there is no such intent. */
export function IntentHeader({ intent }: { intent: IntentDto | null }) {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-2 max-md:flex-1 max-md:basis-24">
          <Link
            href="/intents"
            aria-label="All intents"
            className={clsx(buttonStyle({ variant: "ghost", size: "icon" }), "-ml-2")}
          >
            <ArrowLeft aria-hidden />
          </Link>
          <h1 className="min-w-0 font-semibold text-base text-ink max-md:line-clamp-2 max-md:leading-tight max-md:[overflow-wrap:anywhere] md:truncate">
            {intent?.title ?? "Intent"}
          </h1>
        </div>
      }
    >
      {intent && (
        <>
          <div role="status" aria-label="State" className="flex min-w-0 items-center gap-2">
            <StateBadge state={intent.state} />
            <span className="text-ink-soft max-lg:sr-only">
              <Meaning intent={intent} />
            </span>
          </div>
          <div className="max-md:hidden">
            {intent.hold && intent.hold.expiresAt !== null && <Deadline until={intent.hold.expiresAt} />}
          </div>
          <div className="ml-auto flex items-center">
            <CopyLink id={intent.id} />
            <UpdateControl />
          </div>
        </>
      )}
    </PageHeader>
  );
}

/** A no is somebody's. */
function Meaning({ intent }: { intent: IntentDto }) {
  const { state, lastDecision } = intent;
  const who = state === "denied" && lastDecision?.verdict === "deny" ? lastDecision.operator : null;
  if (!who) return stateMeaning(intent);
  return (
    <>
      <AgentLine text={who.name} /> said no. Nothing ran.
    </>
  );
}

/** By key, too: the button then says that it worked. */
function CopyLink({ id }: { id: string }) {
  const placeRef = useRef<HTMLSpanElement>(null);
  const copy = () => placeRef.current?.querySelector("button")?.click();
  useCommands([{ id: "copy link", label: "Copy a link to this intent", group: "Intent", keys: "c", run: copy }]);
  // Drawn in the browser alone: the server does not know by which name it was reached.
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  return (
    <span ref={placeRef} className="max-md:hidden">
      <CopyButton text={`${origin}/intents/${id}`} what="a link to this intent" />
    </span>
  );
}
