"use client";

import Hourglass from "lucide-react/icons/hourglass";
import Unplug from "lucide-react/icons/unplug";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Countdown, Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import { useNow } from "@/components/use-now";
import type { IntentDto, WaitingDto } from "@/lib/wire/intent";
import { waitsFor } from "../words/wait-sentence";

/** What runs at once need not say that it is about to. */
const SLOT_QUIET_MS = 5_000;

/** Why something that was cleared does not run yet, and when it goes on. An undo has a panel of its own. */
export function WaitingNotice({ intent: { waiting } }: { intent: IntentDto }) {
  const now = useNow(1_000);
  const words = waitsFor(waiting);
  if (waiting === undefined || words === null || waiting.for === "undo") return null;
  if (waiting.for === "slot" && now - Date.parse(waiting.since) < SLOT_QUIET_MS) return null;
  const isAway = waiting.for === "downstream";
  return (
    <Notice tone={isAway ? "warn" : "info"} icon={isAway ? Unplug : Hourglass} title={words.title}>
      <p className="[overflow-wrap:anywhere]">
        <Sentence waiting={waiting} />
      </p>
    </Notice>
  );
}

function Sentence({ waiting: { for: what, since, until, downstream } }: { waiting: WaitingDto }) {
  if (what === "retry") {
    return (
      <>
        The attempt that ended at <Instant at={since} show="time" /> did not settle it. <NextTry until={until} />
      </>
    );
  }
  if (what === "slot") {
    return (
      <>
        Due since <Instant at={since} show="time" />. No worker has taken it yet: all are busy, or none is running.
      </>
    );
  }
  return (
    <>
      The downstream {downstream && <AgentLine text={downstream.origin} className="font-mono text-ink text-xs" />} does
      not answer. <NextTry until={until} /> Nothing is lost meanwhile.{" "}
      <Link href="/tools#resting" className="text-link underline underline-offset-2">
        Try it now under Tools
      </Link>
    </>
  );
}

function NextTry({ until }: { until: string | null }) {
  if (until === null) return "It is being tried again now.";
  return (
    <>
      Next try at <Instant at={until} show="time" className="text-ink tabular-nums" /> (
      <Countdown to={until} over="now" />
      ).
    </>
  );
}
