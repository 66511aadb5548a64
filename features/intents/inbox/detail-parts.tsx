import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Instant } from "@/components/instant";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { ArgsList } from "../decide/args-list";
import { OtherAsks } from "../decide/other-asks";
import { AgentWords } from "../words/agent-words";
import { ErasedArgs } from "../words/erased-args";
import { kindOf, type RowKind } from "./row-kind";
import { WAIT_WORDS } from "./wait-words";
import { WaitsBecause } from "./waits-because";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p className="mb-1 font-medium text-ink-faint text-xs">{title}</p>
      {children}
    </section>
  );
}

const ARGS_TITLES: Record<RowKind, string> = {
  decide: "What will run",
  paused: "What will run",
  doubt: "What may have run",
  bypass: "What would run once more",
};

/** Every arg in sight: nobody approves a message whose text was behind a fold. */
export function Args({ item }: { item: InboxItemDto }) {
  const kind = kindOf(item);
  const isAboutOther = kind === "bypass" && item.bypass?.submissionId !== item.submissionId;
  return (
    <Part title={isAboutOther ? "The args of the intent" : ARGS_TITLES[kind]}>
      {isAboutOther && (
        <p className="mb-1 text-sm text-warn">The order is about another submission. Open it to see which.</p>
      )}
      {item.argsErased ? (
        <ErasedArgs />
      ) : item.argsLeftOut ? (
        <p className="text-ink-soft">They are too long for this place. Open the intent to read them whole.</p>
      ) : (
        <>
          <ArgsList args={item.args} className="space-y-1.5" />
          <div className="mt-1.5">
            <Disclosure summary="As JSON">
              <JsonBlock value={item.args} label="Args" />
            </Disclosure>
          </div>
        </>
      )}
      <p className="mt-1 text-ink-faint text-xs [overflow-wrap:anywhere]">
        Digest <span className="font-mono">{item.argsDigest}</span>
      </p>
    </Part>
  );
}

export function Why({ item }: { item: InboxItemDto }) {
  return (
    <Part title="Why it was stopped">
      <div className="space-y-1.5 text-ink-soft text-sm">
        <ul className="space-y-0.5">
          {item.waiting.reasons.map((reason) => (
            <li key={reason}>
              <strong className="font-medium text-ink">{WAIT_WORDS[reason].word}.</strong> {WAIT_WORDS[reason].meaning}
            </li>
          ))}
        </ul>
        <OtherAsks item={item} />
        {kindOf(item) !== "bypass" && <WaitsBecause item={item} />}
        {item.hold?.rule && (
          <p className="font-mono text-ink-faint text-xs [overflow-wrap:anywhere]">
            <AgentLine text={item.hold.rule} />
          </p>
        )}
      </div>
    </Part>
  );
}

/** Of a bypass: the people who ordered it, and the agent that had asked for it before. */
export function Asker({ item }: { item: InboxItemDto }) {
  const people = kindOf(item) === "bypass" ? (item.bypass?.people ?? []) : [];
  if (people.length === 0) {
    return (
      <Part title="Who asks">
        <ByAgent item={item} />
      </Part>
    );
  }
  return (
    <>
      <Part title="Who ordered it">
        <ul className="space-y-1 text-ink text-sm [overflow-wrap:anywhere]">
          {people.map(({ id, name, reason, at }) => (
            <li key={id}>
              <AgentLine text={name} className="font-medium" /> on <Instant at={at} />:{" "}
              <q className="italic">
                <AgentLine text={reason} />
              </q>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Who asked for it first">
        <ByAgent item={item} />
      </Part>
    </>
  );
}

function ByAgent({ item: { agent, run, step, reason, submissionCount } }: { item: InboxItemDto }) {
  return (
    <div className="text-ink text-sm">
      <p className="[overflow-wrap:anywhere]">
        <AgentLine text={agent.name} />
        {run !== null && (
          <span className="text-ink-soft">
            {" in the run "}
            <AgentLine text={run} className="text-ink" />
          </span>
        )}
        {step !== null && (
          <span className="text-ink-soft">
            {", step "}
            <AgentLine text={step} className="text-ink" />
          </span>
        )}
      </p>
      {submissionCount > 1 && (
        <p className="text-ink-soft">{submissionCount.toLocaleString()} submissions ask for it; it runs once.</p>
      )}
      {reason !== null && reason !== "" && <AgentWords text={reason} />}
    </div>
  );
}
