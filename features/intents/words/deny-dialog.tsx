"use client";

import type { ReactNode } from "react";
import type { DialogControl } from "@/components/dialog";
import { OvertakenNotice } from "../decide/overtaken-notice";
import type { AskedAbout } from "../decide/overtaken-words";
import { useOvertaken } from "../decide/use-overtaken";
import { DENIAL_REASONS } from "./denial-reasons";
import { ReasonDialog } from "./reason-dialog";

type DenyDialogProps = DialogControl & {
  intent: AskedAbout & { title: string };
  /** What is denied, where the title alone does not say it. */
  what?: ReactNode;
  onDeny: (reason: string) => void;
};

export function DenyDialog({ intent, what, onDeny, ...control }: DenyDialogProps) {
  const overtaken = useOvertaken(intent, control.open);
  return (
    <ReasonDialog
      {...control}
      title={`Deny “${intent.title}”`}
      description={
        <>
          {what && <p className="mb-1 text-ink">{what}</p>}
          <p>Nothing will run. The agent gets your reason and can act on it.</p>
        </>
      }
      verb="Deny"
      missing="Say why: the agent needs a reason to stop asking."
      over={overtaken && <OvertakenNotice id={intent.id} overtaken={overtaken} />}
      shortcut="denies"
      canned={DENIAL_REASONS}
      onReason={onDeny}
    />
  );
}
