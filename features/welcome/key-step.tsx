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
      {agentName !== null ? (
        <p role="status">
          The agent <strong className="font-medium text-ink">{agentName}</strong> exists now. Its key is in the commands
          below and is shown nowhere else; it is gone when this page is loaded anew.
        </p>
      ) : (
        operator?.role === "admin" && (
          <Button busy={make.isPending} onClick={() => make.mutate()}>
            Make an agent for this walk instead
          </Button>
        )
      )}
    </>
  );
}
