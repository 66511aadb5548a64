import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { HoldDto } from "@/lib/wire/intent";
import { MEND_WORDS } from "../words/hold-words";
import { limitWords } from "../words/limit-words";
import { kindOf } from "./row-kind";

/** What it waits for, in this case: a doubt since when and why, a bypass by whom, which limit, a pause by whom. */
export function WaitsBecause({ item }: { item: InboxItemDto }) {
  const kind = kindOf(item);
  if (kind === "doubt") {
    return (
      <Line>
        In doubt since <Instant at={item.waiting.since} />.{" "}
        {item.error !== null && <AgentLine text={item.error.message} />}
      </Line>
    );
  }
  const [first] = item.bypass?.people ?? [];
  if (kind === "bypass" && first !== undefined) {
    return (
      <Line>
        <AgentLine text={first.name} className="font-medium text-ink" /> ordered it a second time on{" "}
        <Instant at={first.at} />: <q className="italic">{<AgentLine text={first.reason} />}</q>
      </Line>
    );
  }
  const { paused, limits, detail } = item.hold ?? {};
  return (
    <>
      {detail && (
        <Line>
          <AgentLine text={detail} className="font-medium text-ink" /> {MEND_WORDS}
        </Line>
      )}
      {limits && <Line>{limitWords(limits)}</Line>}
      {paused && <Paused paused={paused} runsAfter={kind === "paused"} />}
    </>
  );
}

type PausedProps = { paused: NonNullable<HoldDto["paused"]>; runsAfter: boolean };

function Paused({ paused, runsAfter }: PausedProps) {
  return (
    <Line>
      Paused by <AgentLine text={paused.by.name} className="font-medium text-ink" /> since <Instant at={paused.since} />
      : <q className="italic">{<AgentLine text={paused.reason} />}</q>
      {runsAfter && " It runs after a resume."}
    </Line>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{children}</p>;
}
