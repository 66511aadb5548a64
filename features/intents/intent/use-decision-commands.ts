"use client";

import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { whyNotApprove, whyNotDecide } from "../decide/may-decide";
import { usePast } from "../inbox/deadline";
import { isUndoable } from "./decision/undo-panel";
import type { Deciding } from "./decision/use-deciding";
import type { Seen } from "./seen/use-seen";
import type { Changes } from "./use-changes";
import { useIntentCommands } from "./use-intent-commands";

type DecisionCommands = {
  intent: IntentDto;
  seen: Seen;
  operator: OperatorDto | null;
  changes: Changes;
  deciding: Deciding;
  isStale: boolean;
};

/** By key nothing is decided that the buttons would not let through. */
export function useDecisionCommands({ intent, seen, operator, changes, deciding, isStale }: DecisionCommands): void {
  const { decide, edit, undo } = changes;
  const isPast = usePast(intent.hold?.expiresAt ?? null);
  const isBusy = isStale || isPast || decide.isPending || edit.isBusy || seen.changed !== null;
  const mayDeny = operator !== null && !isBusy && whyNotDecide(seen.intent, operator) === null;
  const mayApprove = mayDeny && whyNotApprove(seen.intent, operator) === null;
  useIntentCommands({
    id: intent.id,
    approve: mayApprove ? () => deciding.approve(null) : null,
    deny: mayDeny ? () => deciding.deny(null) : null,
    edit: mayApprove ? edit.opener.onClick : null,
    undo: isUndoable(intent, operator) && !undo.isPending ? () => undo.mutate(intent.id) : null,
  });
}
