import { JsonBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Panel } from "@/components/panel";
import type { IntentDto, IntentState } from "@/lib/wire/intent";
import { AgentWords } from "../words/agent-words";
import { ErasedArgs } from "../words/erased-args";

const TITLES: Record<IntentState, string> = {
  held: "What will run",
  cleared: "What will run",
  executing: "What is running",
  in_doubt: "What was sent",
  succeeded: "What ran",
  partial: "What ran",
  failed: "What was tried",
  denied: "What would have run",
  refused: "What would have run",
  expired: "What would have run",
  withdrawn: "What would have run",
};

/** The args whole, and the digest that a decision names (L10). */
export function WhatRuns({ intent }: { intent: IntentDto }) {
  return (
    <Panel
      title={TITLES[intent.state]}
      aside={intent.argsErased ? null : <CopyButton text={JSON.stringify(intent.args, null, 2)} what="the args" />}
    >
      {intent.argsErased ? <ErasedArgs /> : <JsonBlock value={intent.args} label="Args" />}
      {intent.reason !== null && (
        <div className="px-4 pb-3">
          <AgentWords text={intent.reason} />
        </div>
      )}
      <p className="flex items-center gap-2 border-t py-1 pr-2 pl-4">
        <span className="shrink-0 text-ink-faint">Digest</span>
        <code className="min-w-0 flex-1 font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">
          {intent.argsDigest}
        </code>
        <CopyButton text={intent.argsDigest} what="the digest" />
      </p>
    </Panel>
  );
}
