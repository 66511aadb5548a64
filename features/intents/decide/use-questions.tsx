"use client";

/** The questions before a decision, in proportion to its risk: asked in one place, whatever row or page they are about. */
import { type ReactNode, useCallback, useRef, useState } from "react";
import { AwaitedPart } from "@/components/awaited-part";
import { useLoaded } from "@/components/use-loaded";
import { EffectLine } from "../words/effect-line";
import type { Approved } from "./approve-dialog";
import { riskOf } from "./risk";

const fetchApproveDialog = () => import("./approve-dialog");
const fetchDenyDialog = () => import("../words/deny-dialog");

type Answers<T> = { onApprove: (intent: T) => void; onDeny: (intent: T, reason: string) => void };
type Asked<T> = { verdict: "approve" | "deny"; intent: T };

export type Questions<T> = {
  /** `opener` gets the focus back. Low value is approved at once. */
  approve: (intent: T, opener: HTMLElement | null) => void;
  deny: (intent: T, opener: HTMLElement | null) => void;
  /** Fetches the dialogs before they are wanted. */
  prepare: () => void;
  dialogs: ReactNode;
};

export function useQuestions<T extends Approved>({ onApprove, onDeny }: Answers<T>): Questions<T> {
  const openerRef = useRef<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const [open, setOpen] = useState(false);
  const [approving, wantApproving, approvingLoads] = useLoaded(fetchApproveDialog);
  const [denying, wantDenying, denyingLoads] = useLoaded(fetchDenyDialog);

  function ask(question: Asked<T>, opener: HTMLElement | null) {
    // By key there is none: whatever has the focus gets it back.
    openerRef.current = opener ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null);
    setAsked(question);
    setOpen(true);
  }

  const prepare = useCallback(() => {
    wantApproving();
    wantDenying();
  }, [wantApproving, wantDenying]);

  const control = { open, onOpenChange: setOpen, openerRef };
  return {
    approve(intent, opener) {
      if (riskOf(intent).kind === "low") return onApprove(intent);
      wantApproving();
      ask({ verdict: "approve", intent }, opener);
    },
    deny(intent, opener) {
      wantDenying();
      ask({ verdict: "deny", intent }, opener);
    },
    prepare,
    dialogs: (
      <>
        {open && <AwaitedPart loading={asked?.verdict === "approve" ? approvingLoads : denyingLoads} />}
        {asked?.verdict === "approve" && approving && (
          <approving.ApproveDialog {...control} intent={asked.intent} onApprove={() => onApprove(asked.intent)} />
        )}
        {asked?.verdict === "deny" && denying && (
          <denying.DenyDialog
            {...control}
            intent={asked.intent}
            what={<EffectLine intent={asked.intent} />}
            onDeny={(reason) => {
              setOpen(false);
              onDeny(asked.intent, reason);
            }}
          />
        )}
      </>
    ),
  };
}
