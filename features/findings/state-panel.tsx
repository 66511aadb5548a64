"use client";

import { AgentLine, AgentText } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import type { FindingDto } from "@/lib/wire/finding";
import type { OperatorDto } from "@/lib/wire/session";
import { changedWords, unchangedWords } from "./change-words";
import { StateForm } from "./state-form";
import { type ChangeFinding, useChangeFinding } from "./use-change-finding";

type StatePanelProps = { finding: FindingDto; role: OperatorDto["role"] | null };

/** What people have said of it, and the way to say something. */
export function StatePanel({ finding, role }: StatePanelProps) {
  const change = useChangeFinding(finding.id);
  return (
    <Panel title="What came of it">
      <div className="space-y-3 px-4 py-3">
        <Said finding={finding} />
        <ChangeNotice change={change} />
        {role === "viewer" && <p className="text-ink-faint">Approvers and admins say what came of it; you may look.</p>}
        {(role === "approver" || role === "admin") && (
          <StateForm
            // What somebody was writing stays when others change the finding; it goes when it was said.
            key={change.data?.version}
            finding={finding}
            isBusy={change.isPending}
            onChange={change.mutate}
          />
        )}
      </div>
    </Panel>
  );
}

function Said({ finding: { state, changedBy, changedAt, note } }: { finding: FindingDto }) {
  if (changedBy === null || changedAt === null) {
    return <p className="text-ink-soft">Nobody has said anything about it yet.</p>;
  }
  return (
    <div>
      <p className="text-ink-soft">
        <AgentLine text={changedBy.name} className="font-medium text-ink" />{" "}
        {state === "open" ? "opened it again" : `${state} it`} <Instant at={changedAt} />
        {note === null ? "." : ":"}
      </p>
      {note !== null && <AgentText text={note} className="mt-1.5 border-l-2 border-line-strong pl-3 text-ink" />}
    </div>
  );
}

function ChangeNotice({ change }: { change: ChangeFinding }) {
  const { variables, isPending, isSuccess, error } = change;
  if (variables === undefined || isPending) return null;
  const words = isSuccess ? changedWords(variables.state) : unchangedWords(variables.state, error);
  return <AnswerNotice key={change.submittedAt} isSuccess={isSuccess} words={words} />;
}
