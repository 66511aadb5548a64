import Link from "next/link";
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import type { HoldDto, HoldReason, IntentDto } from "@/lib/wire/intent";
import { Denials } from "../../words/denials";
import { HOLD_WORDS, MEND_WORDS } from "../../words/hold-words";
import { limitWords } from "../../words/limit-words";

type HoldReasonsProps = { intent: IntentDto; hold: HoldDto };

const LINK = "text-link underline underline-offset-2";

/** All reasons, each with what it is about in this case. */
export function HoldReasons(props: HoldReasonsProps) {
  return (
    <ul aria-label="Why it waits" className="mt-1 space-y-1 text-ink-soft">
      {props.hold.reasons.map((reason) => (
        <li key={reason}>
          <strong className="font-medium text-ink">{HOLD_WORDS[reason].word}.</strong> {HOLD_WORDS[reason].meaning}{" "}
          {inThisCase(reason, props)}
        </li>
      ))}
    </ul>
  );
}

function inThisCase(reason: HoldReason, { intent, hold }: HoldReasonsProps): ReactNode {
  switch (reason) {
    case "drift":
      return (
        <a href="#cluster" className={LINK}>
          Compare in the cluster
        </a>
      );
    case "lookalike":
    case "variant":
      return <Others intent={intent} kind={reason} />;
    case "denied_before":
      return <Denials denials={hold.deniedBefore ?? []} />;
    case "paused":
      return hold.paused && <PausedBy paused={hold.paused} />;
    case "limit":
      return hold.limits && <span className="text-ink">{limitWords(hold.limits)}</span>;
    case "configuration":
      return hold.detail && <Missing detail={hold.detail} />;
    default:
      return null;
  }
}

function Others({ intent, kind }: { intent: IntentDto; kind: "lookalike" | "variant" }) {
  const others = (intent.resembles ?? []).filter((one) => one.kind === kind);
  if (others.length === 0) return null;
  return (
    <a href="#related" className={LINK}>
      {others.length === 1 ? "Compare the two" : "Compare them"}
    </a>
  );
}

function Missing({ detail }: { detail: string }) {
  return (
    <>
      <AgentLine text={detail} className="text-ink [overflow-wrap:anywhere]" /> {MEND_WORDS}
    </>
  );
}

function PausedBy({ paused: { by, since, reason } }: { paused: NonNullable<HoldDto["paused"]> }) {
  return (
    <>
      <AgentLine text={by.name} className="text-ink" /> paused it on <Instant at={since} />:{" "}
      <q>
        <AgentLine text={reason} />
      </q>{" "}
      <Link href="/tools" className={LINK}>
        Resume under Tools
      </Link>
    </>
  );
}
