"use client";

import { clsx } from "clsx";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import { Button } from "@/components/button";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { whyNotApprove, whyNotDecide } from "./may-decide";
import { riskOf } from "./risk";

type DecisionButtonsProps = {
  intent: Pick<IntentDto, "about" | "tool" | "hold" | "argsErased" | "argsLeftOut">;
  operator: OperatorDto;
  /** Which of the two is on its way; neither can be pressed then. */
  sending: "approve" | "deny" | null;
  /** Cannot be pressed now, for another reason: what is drawn is not known to be true. */
  isStale?: boolean;
  /** The one that people should look at: others on the screen are quieter. */
  isMain?: boolean;
  onApprove: (button: HTMLElement) => void;
  onDeny: (button: HTMLElement) => void;
  /** The dialogs may be fetched: somebody comes near. */
  onNear: () => void;
  className?: string;
};

/** Yes and no; where this operator may say only one of them or neither, why. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { intent, operator, sending, isStale = false, isMain = true, onApprove, onDeny, onNear, className } = props;
  const whyNeither = whyNotDecide(intent, operator);
  if (whyNeither !== null) return <p className="text-ink-soft text-sm">{whyNeither}</p>;
  const whyNotYes = whyNotApprove(intent, operator);
  const isBusy = sending !== null || isStale;
  const asks = riskOf(intent).kind !== "low";
  const near = { onPointerEnter: onNear, onFocus: onNear };
  return (
    <div className={clsx("flex flex-wrap items-center gap-2", className)}>
      {whyNotYes !== null && <p className="min-w-40 flex-1 text-ink-soft text-sm">{whyNotYes}</p>}
      {whyNotYes === null && (
        <Button
          variant={isMain ? "primary" : "secondary"}
          busy={sending === "approve"}
          aria-haspopup={asks ? "dialog" : undefined}
          aria-disabled={isBusy || undefined}
          {...near}
          onClick={(event) => !isBusy && onApprove(event.currentTarget)}
        >
          {sending !== "approve" && <Check aria-hidden />}
          {sending === "approve" ? "Approving…" : asks ? "Approve…" : "Approve"}
        </Button>
      )}
      <Button
        busy={sending === "deny"}
        aria-haspopup="dialog"
        aria-disabled={isBusy || undefined}
        {...near}
        onClick={(event) => !isBusy && onDeny(event.currentTarget)}
      >
        {sending !== "deny" && <Ban aria-hidden />}
        {sending === "deny" ? "Denying…" : "Deny…"}
      </Button>
    </div>
  );
}
