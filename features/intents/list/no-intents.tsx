"use client";

import Inbox from "lucide-react/icons/inbox";
import ListFilter from "lucide-react/icons/list-filter";
import { Button } from "@/components/button";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { EmptyState } from "@/components/empty-state";
import { useHydrated } from "@/components/use-hydrated";
import { filterWords } from "./filter/filter-words";
import type { IntentFilter } from "./filter/intent-filter";

export function NoIntents() {
  const curl = firstIntentCurl(useHydrated() ? window.location.origin : "");
  return (
    <EmptyState icon={Inbox} title="No agent has asked for anything yet">
      <p>
        Every action that an agent submits appears here, with its state and what became of it. Try it with the agent key
        that <code className="font-mono">npm start</code> printed:
      </p>
      <div className="mt-4 flex items-start rounded-lg border bg-sunken text-left">
        <CodeBlock code={curl} label="A first intent with curl" className="min-w-0 flex-1" />
        <span className="p-1">
          <CopyButton text={curl} what="the command" />
        </span>
      </div>
    </EmptyState>
  );
}

export function NoMatches({ filter, onClear }: { filter: IntentFilter; onClear: () => void }) {
  const names = filterWords(filter).map(({ name }) => name.toLowerCase());
  return (
    <EmptyState
      icon={ListFilter}
      title="No intent matches these filters"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      There may be others: the list is narrowed by {names.join(", ")}. What matches appears here as soon as an agent
      submits it.
    </EmptyState>
  );
}

function firstIntentCurl(origin: string): string {
  const body = {
    tool: "refund_payment",
    run: "run_first",
    step: "refund",
    args: { paymentId: "pay_1001", amount: "25.00", currency: "USD", reason: "requested" },
  };
  return [
    `curl -sS ${origin}/api/v1/intents \\`,
    '  -H "Authorization: Bearer $INTERLOCK_AGENT_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    '  -H "Prefer: wait=10" \\',
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
