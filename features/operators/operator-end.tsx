"use client";

import CircleSlash from "lucide-react/icons/circle-slash";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import type { OperatorAccountDto } from "@/lib/wire/operator";
import type { Tell } from "./operator-view";
import { disableOperator } from "./queries";
import { useOperatorChange } from "./use-operator-change";

const fetchConfirmDialog = () => import("@/components/confirm-dialog");

type OperatorEndProps = { operator: OperatorAccountDto; isSelf: boolean; tell: Tell };

/** The end of an account, which has no way back. */
export function OperatorEnd({ operator, isSelf, tell }: OperatorEndProps) {
  const disable = useOperatorChange(
    () => disableOperator(operator.id),
    (error) => tell("disable", error),
  );
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, disable.isPending);
  if (operator.disabledAt !== null) {
    return (
      <Panel title="Disabled">
        <p className="px-4 py-3 text-ink-soft">
          Since <Instant at={operator.disabledAt} />. They can neither sign in nor use a token, and cannot be enabled
          again. What they decided stays, under their name.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Disable">
      <div className="px-4 py-3">
        <p className="mb-3 text-ink-soft">
          Ends their sessions and tokens for good. The last admin cannot be disabled: somebody must be left who can
          manage operators.
        </p>
        <Button {...opener} busy={disable.isPending}>
          {!disable.isPending && <CircleSlash aria-hidden />}
          {isSelf ? "Disable yourself…" : "Disable the operator…"}
        </Button>
      </div>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title={
            isSelf ? (
              "Disable yourself"
            ) : (
              <>
                Disable <AgentLine text={operator.name} />
              </>
            )
          }
          consequence={<Consequences isSelf={isSelf} />}
          verb={isSelf ? "Disable myself for good" : "Disable for good"}
          onConfirm={() => disable.mutate()}
        />
      )}
    </Panel>
  );
}

function Consequences({ isSelf }: { isSelf: boolean }) {
  return (
    <ul className="list-disc space-y-1 pl-4">
      {isSelf && (
        <li className="font-medium text-ink">This is you: you are signed out at once and cannot come back.</li>
      )}
      <li>All sessions end and all tokens are refused from the moment you confirm.</li>
      <li>The account cannot be enabled again, and its e-mail address stays taken.</li>
      <li>Decisions and approvals given before stay as they are.</li>
    </ul>
  );
}
