"use client";

import { Ago } from "@/components/ago";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Countdown, Instant } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import type { AgentKeyDto } from "@/lib/wire/agent";
import type { Tell } from "./agent-view";
import { type KeyState, revokeConsequence } from "./agent-words";
import { revokeKey } from "./queries";
import { useAgentChange } from "./use-agent-change";

const fetchConfirmDialog = () => import("@/components/confirm-dialog");

type WorkingKeyProps = { agentId: string; agentKey: AgentKeyDto; workingCount: number; tell: Tell };

export function WorkingKey({ agentId, agentKey: key, workingCount, tell }: WorkingKeyProps) {
  const revoke = useAgentChange(
    () => revokeKey(agentId, key.id),
    (error) => tell("revoke", error),
  );
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, revoke.isPending);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-mono text-ink text-xs">{key.hint}</p>
        <p className="mt-0.5 text-ink-soft">
          <KeyEnd expiresAt={key.expiresAt} />
        </p>
        <KeyPast agentKey={key} />
      </div>
      <Button {...opener} busy={revoke.isPending} aria-label={`Revoke the key ${key.hint}`}>
        Revoke…
      </Button>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title={`Revoke the key ${key.hint}`}
          consequence={revokeConsequence(workingCount)}
          verb="Revoke the key"
          onConfirm={() => revoke.mutate()}
        />
      )}
    </li>
  );
}

/** When a key stops by itself. */
export function KeyEnd({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <>Works until it is revoked</>;
  return (
    <>
      Works until <Instant at={expiresAt} /> (<Countdown to={expiresAt} over="now" />)
    </>
  );
}

export function EndedKey({ agentKey: key, state }: { agentKey: AgentKeyDto; state: KeyState }) {
  const endedAt = key.revokedAt ?? key.expiresAt;
  return (
    <li className="px-3 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-ink-soft text-xs">{key.hint}</span>
        <Badge>{state === "revoked" ? "Revoked" : "Expired"}</Badge>
        {endedAt !== null && <Instant at={endedAt} className="text-ink-faint text-xs" />}
      </p>
      <KeyPast agentKey={key} />
    </li>
  );
}

function KeyPast({ agentKey: { createdAt, lastUsedAt } }: { agentKey: AgentKeyDto }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-faint text-xs">
      <span>
        Made <Instant at={createdAt} />
      </span>
      <span>
        {lastUsedAt === null ? (
          "Never used"
        ) : (
          <>
            Last used <Ago at={lastUsedAt} />
          </>
        )}
      </span>
    </p>
  );
}
