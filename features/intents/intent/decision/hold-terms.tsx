import { AgentLine } from "@/components/agent-text";
import type { DecisionDto } from "@/lib/wire/decision";
import type { HoldDto, IntentDto } from "@/lib/wire/intent";
import { Deadline } from "../../inbox/deadline";
import { Term, Terms } from "../attention-panel";

type HoldTermsProps = { intent: IntentDto; hold: HoldDto; decisions: readonly DecisionDto[] };

/** How many people it takes, who they are so far, how long there is, and which rule asked for it. */
export function HoldTerms({ hold, decisions }: HoldTermsProps) {
  const names = (hold.approvedBy ?? []).map((id) => nameOf(id, decisions));
  return (
    <Terms tone="warn">
      <Term name="Approvals">
        {hold.approvalsGiven} of {hold.approvalsNeeded}
        {names.length > 0 && (
          <>
            {": "}
            <AgentLine text={names.join(", ")} />
          </>
        )}
      </Term>
      <Term name="Decide within">
        {hold.expiresAt === null ? "its clock stands still while it is paused" : <Deadline until={hold.expiresAt} />}
      </Term>
      {hold.role === "admin" && <Term name="Takes">an admin</Term>}
      {hold.rule !== null && (
        <Term name="Policy" isCode>
          <AgentLine text={hold.rule} />
        </Term>
      )}
    </Terms>
  );
}

function nameOf(operatorId: string, decisions: readonly DecisionDto[]): string {
  return decisions.find(({ operator }) => operator?.id === operatorId)?.operator?.name ?? operatorId;
}
