"use client";

import { AgentLine, AgentText } from "@/components/agent-text";
import { formatMoney } from "@/components/money";
import type { IntentDto } from "@/lib/wire/intent";
import { ErasedArgs } from "../words/erased-args";
import { fieldName } from "../words/field-name";
import { argAt, argText } from "./arg-text";
import { ArgsList } from "./args-list";

type WhatIsApprovedProps = {
  intent: Pick<IntentDto, "about" | "args" | "argsErased" | "agent">;
  /** With every other arg too: nothing that runs is left to be looked up. */
  isWhole: boolean;
};

const LINE = "px-3 py-2";
const TARGET_BOUND = { charactersMax: 240, linesMax: 6 };

/** The amount, the target, who asks; whole, whatever their length, or with a way to the whole. */
export function WhatIsApproved({ intent, isWhole }: WhatIsApprovedProps) {
  const { about, args, argsErased, agent } = intent;
  if (argsErased) return <ErasedArgs />;
  const targets = (about?.target ?? []).map(({ pointer, value }) => {
    const found = argAt(args, pointer);
    return { pointer, text: found === undefined ? value : argText(found.value), name: found?.name };
  });
  const told = new Set(targets.flatMap(({ name }) => name ?? []));
  const hasMore = isWhole && Object.keys(args).some((name) => !told.has(name));
  return (
    <div className="mb-4 divide-y rounded-lg border">
      {(about?.amount || targets.length > 0) && (
        <dl className="divide-y">
          {about?.amount && (
            <Fact name="Amount">
              <span className="font-semibold text-xl tabular-nums">{formatMoney(about.amount)}</span>
            </Fact>
          )}
          {targets.map(({ pointer, text }) => (
            <Fact key={pointer} name={fieldName(pointer)}>
              <AgentText text={text} bound={TARGET_BOUND} className="text-base" />
            </Fact>
          ))}
        </dl>
      )}
      {hasMore && (
        <section aria-label="The other args">
          <ArgsList args={args} except={told} className="divide-y" rowClassName={LINE} />
        </section>
      )}
      <dl>
        <Fact name="Asked by">
          <AgentLine text={agent.name} className="text-base" />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={`flex items-baseline gap-3 ${LINE}`}>
      <dt className="w-24 shrink-0 text-ink-soft text-sm first-letter:uppercase [overflow-wrap:anywhere]">
        <AgentLine text={name} />
      </dt>
      <dd className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
