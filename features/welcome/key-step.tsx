"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import type { CreatedAgentDto } from "@/lib/wire/agent";
import type { OperatorDto } from "@/lib/wire/session";
import { Paste } from "./paste";

type KeyStepProps = {
  operator: OperatorDto | null;
  /** Of the agent that was made for this walk. */
  agentName: string | null;
  make: UseMutationResult<CreatedAgentDto, Error, void>;
};

/** Who asks: an agent with a key. */
export function KeyStep({ operator, agentName, make }: KeyStepProps) {
  if (agentName !== null) {
    return (
      <p role="status">
        Agents prove who they are with a key. The agent <strong className="font-medium text-ink">{agentName}</strong>{" "}
        exists now, and its key is in the commands below: there is nothing to run first. It is shown nowhere else, and
        is gone when this page is loaded anew.
      </p>
    );
  }
  return (
    <>
      <p>
        Agents prove who they are with a key. The demo has one: <code className="font-mono text-xs">npm start</code>{" "}
        printed it, and it is in <code className="font-mono text-xs">.interlock/demo.json</code>. With that one, run
        this first:
      </p>
      <Paste
        code={`KEY=$(node -p "JSON.parse(require('fs').readFileSync('.interlock/demo.json')).agentKey")`}
        label="The demo's key"
      />
      {make.isError && <ErrorPanel title="No agent was made" error={make.error} retry={() => make.mutate()} />}
      {operator?.role === "admin" && (
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          Make an agent for this walk instead
        </Button>
      )}
    </>
  );
}
