"use client";

import CircleSlash from "lucide-react/icons/circle-slash";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import type { AgentDetailDto } from "@/lib/wire/agent";
import type { Tell } from "./agent-view";
import { disableAgent } from "./queries";
import { useAgentChange } from "./use-agent-change";

const fetchConfirmDialog = () => import("@/components/confirm-dialog");

/** The end of an agent, which has no way back. */
export function AgentEnd({ agent, tell }: { agent: AgentDetailDto; tell: Tell }) {
  const disable = useAgentChange(
    () => disableAgent(agent.id),
    (error) => tell("disable", error),
  );
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, disable.isPending);
  if (agent.disabledAt !== null) {
    return (
      <Panel title="Disabled">
        <p className="px-4 py-3 text-ink-soft">
          None of its keys opens anything, and it cannot be enabled again. Its name stays taken, because history names
          it. What it had asked for is still decided and run.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Disable">
      <div className="px-4 py-3">
        <p className="mb-3 text-ink-soft">Ends all its keys for good. To stop it for a while, pause it instead.</p>
        <Button {...opener} busy={disable.isPending}>
          {!disable.isPending && <CircleSlash aria-hidden />}
          Disable the agent…
        </Button>
      </div>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title={
            <>
              Disable <AgentLine text={agent.name} />
            </>
          }
          consequence={<Consequences />}
          verb="Disable for good"
          onConfirm={() => disable.mutate()}
        />
      )}
    </Panel>
  );
}

function Consequences() {
  return (
    <ul className="list-disc space-y-1 pl-4">
      <li>All its keys are refused from the moment you confirm, and no more callbacks are sent to it.</li>
      <li>It cannot be enabled again, and its name stays taken.</li>
      <li>
        Intents that it submitted before stay: held ones can be approved, cleared ones run. Pause it first if they must
        not.
      </li>
    </ul>
  );
}
