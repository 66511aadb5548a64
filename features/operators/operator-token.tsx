"use client";

import { AgentLine } from "@/components/agent-text";
import { Ago } from "@/components/ago";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Countdown, Instant } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import type { OperatorTokenDto } from "@/lib/wire/operator";
import type { Tell } from "./operator-view";
import { revokeToken } from "./queries";
import { useOperatorChange } from "./use-operator-change";

const fetchConfirmDialog = () => import("@/components/confirm-dialog");

type OperatorTokenProps = { operatorId: string; token: OperatorTokenDto; nowMs: number; tell: Tell };

export function OperatorToken({ operatorId, token, nowMs, tell }: OperatorTokenProps) {
  const isOver = token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs;
  const works = token.revokedAt === null && !isOver;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <AgentLine text={token.name} className={works ? "font-medium text-ink" : "text-ink-soft"} />
          <span className="font-mono text-ink-faint text-xs">{token.hint}</span>
          {token.revokedAt !== null && <Badge>Revoked</Badge>}
          {token.revokedAt === null && isOver && <Badge>Expired</Badge>}
        </p>
        {works && (
          <p className="mt-0.5 text-ink-soft">
            <TokenEnd expiresAt={token.expiresAt} />
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 text-ink-faint text-xs">
          <span>
            Made <Instant at={token.createdAt} />
          </span>
          <span>{token.lastUsedAt === null ? "Never used" : <LastUsed at={token.lastUsedAt} />}</span>
        </p>
      </div>
      {works && <RevokeButton operatorId={operatorId} token={token} tell={tell} />}
    </li>
  );
}

function RevokeButton({ operatorId, token, tell }: Omit<OperatorTokenProps, "nowMs">) {
  const revoke = useOperatorChange(
    () => revokeToken(operatorId, token.id),
    (error) => tell("revoke", error),
  );
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, revoke.isPending);
  return (
    <>
      <Button {...opener} busy={revoke.isPending} aria-label={`Revoke the token ${token.name}`}>
        Revoke…
      </Button>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title={
            <>
              Revoke the token <AgentLine text={token.name} />
            </>
          }
          consequence="From the moment you confirm, every script that uses it is refused. What it did before stays on record."
          verb="Revoke the token"
          onConfirm={() => revoke.mutate()}
        />
      )}
    </>
  );
}

function TokenEnd({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <>Works until it is revoked</>;
  return (
    <>
      Works until <Instant at={expiresAt} /> (<Countdown to={expiresAt} over="now" />)
    </>
  );
}

function LastUsed({ at }: { at: string }) {
  return (
    <>
      Last used <Ago at={at} />
    </>
  );
}
