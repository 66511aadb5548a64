"use client";

import KeyRound from "lucide-react/icons/key-round";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import { useNow } from "@/components/use-now";
import type { AgentDetailDto, AgentKeyDto } from "@/lib/wire/agent";
import { EndedKey, WorkingKey } from "./agent-key-item";
import type { Tell } from "./agent-view";
import { keyState } from "./agent-words";

const fetchRotateDialog = () => import("./rotate-dialog");
const REDRAWN_MS = 1_000;

/** The keys that open something, and those that once did. */
export function AgentKeys({ agent, tell }: { agent: AgentDetailDto; tell: Tell }) {
  const nowMs = useNow(REDRAWN_MS);
  const working = agent.keys.filter((key) => keyState(key, nowMs) === "works");
  const ended = agent.keys.filter((key) => keyState(key, nowMs) !== "works");
  return (
    <Panel title="Keys" actions={agent.disabledAt === null && <RotateButton agent={agent} />}>
      {working.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{noKeyWords(agent)}</p>
      ) : (
        <ul aria-label="Keys that work" className="divide-y">
          {working.map((key) => (
            <WorkingKey key={key.id} agentId={agent.id} agentKey={key} workingCount={working.length} tell={tell} />
          ))}
        </ul>
      )}
      {ended.length > 0 && <EndedKeys keys={ended} nowMs={nowMs} />}
    </Panel>
  );
}

function RotateButton({ agent }: { agent: AgentDetailDto }) {
  const { dialog, opener, control } = useDialog(fetchRotateDialog, false);
  return (
    <>
      <Button {...opener}>
        <KeyRound aria-hidden />
        {agent.liveKeyCount === 0 ? "New key…" : "Rotate…"}
      </Button>
      {dialog && <dialog.RotateDialog {...control} agent={agent} />}
    </>
  );
}

function EndedKeys({ keys, nowMs }: { keys: AgentKeyDto[]; nowMs: number }) {
  return (
    <div className="border-t px-4 py-1.5">
      <Disclosure summary={keys.length === 1 ? "1 key that ended" : `${keys.length} keys that ended`}>
        <ul aria-label="Keys that ended" className="divide-y">
          {keys.map((key) => (
            <EndedKey key={key.id} agentKey={key} state={keyState(key, nowMs)} />
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

function noKeyWords({ disabledAt }: AgentDetailDto): string {
  if (disabledAt !== null) return "The agent is disabled: no key of it opens anything.";
  return "No key works: the agent can submit nothing until you give it a new one.";
}
