"use client";

import CircleSlash from "lucide-react/icons/circle-slash";
import { Button } from "@/components/button";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import type { GrantDto } from "@/lib/wire/grant";
import type { Revoke } from "./use-revoke";

const fetchConfirmDialog = () => import("@/components/confirm-dialog");

/** Taking a standing approval back, as long as there is something to take back. */
export function RevokeGrant({ grant, revoke }: { grant: GrantDto; revoke: Revoke }) {
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, revoke.isPending);
  if (grant.state === "revoked" || grant.state === "expired") return null;
  return (
    <Panel title="Revoke">
      <div className="px-4 py-3">
        <p className="mb-3 text-ink-soft">From then on its intents wait for people again.</p>
        <Button {...opener} busy={revoke.isPending}>
          {!revoke.isPending && <CircleSlash aria-hidden />}
          Revoke the grant…
        </Button>
      </div>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title="Revoke this grant"
          consequence="From the moment you confirm it clears nothing more: what it would have covered waits for people. What it cleared before stays cleared, and runs. It cannot be given back; give a new one instead."
          verb="Revoke the grant"
          onConfirm={() => revoke.mutate()}
        />
      )}
    </Panel>
  );
}
