"use client";

import KeyRound from "lucide-react/icons/key-round";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { useDialog } from "@/components/use-dialog";
import type { OperatorDto } from "@/lib/wire/session";

const fetchDialog = () => import("./start-dialog");

export function StartButton({ role }: { role: OperatorDto["role"] | null }) {
  const { dialog, opener, control } = useDialog(fetchDialog, false);
  const isAllowed = role === "approver" || role === "admin";
  useCommands(
    isAllowed ? [{ id: "key-audit", label: "Start a key audit…", group: "Key audits", run: opener.onClick }] : [],
  );
  if (role === "viewer") return <p className="text-ink-faint text-sm">Approvers and admins start one; you may look.</p>;
  if (!isAllowed) return null;
  return (
    <>
      <Button variant="primary" {...opener}>
        <KeyRound aria-hidden />
        Start a key audit…
      </Button>
      {dialog && <dialog.StartDialog {...control} />}
    </>
  );
}
