"use client";

import type { DecisionBody } from "@/lib/wire/decision";
/** Deciding on this page: what is asked before a yes or a no, and what is sent. */
import type { IntentDto } from "@/lib/wire/intent";
import type { Approved } from "../../decide/approve-dialog";
import { approvalOf, denialOf } from "../../decide/decision-body";
import { useQuestions } from "../../decide/use-questions";
import type { Decide } from "../../use-decide";

/** What is asked about; `approval` is what a yes to exactly this sends. */
type Asked = Approved & Pick<IntentDto, "argsDigest"> & { approval: DecisionBody };

export type Deciding = ReturnType<typeof useDeciding>;

/** `intent`: as it was shown to the operator. */
export function useDeciding(intent: IntentDto, decide: Decide) {
  const questions = useQuestions<Asked>({
    onApprove: ({ approval }) => decide.mutate(approval),
    onDeny: (asked, reason) => decide.mutate(denialOf(asked, reason)),
  });
  const current: Asked = { ...intent, approval: approvalOf(intent) };
  return {
    approve: (opener: HTMLElement | null) => questions.approve(current, opener),
    deny: (opener: HTMLElement | null) => questions.deny(current, opener),
    prepare: questions.prepare,
    dialogs: questions.dialogs,
  };
}
