"use client";

import { useQuery } from "@tanstack/react-query";
import UsersRound from "lucide-react/icons/users-round";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { DiffView } from "@/components/diff-view";
import { ErrorPanel } from "@/components/error-panel";
import { Countdown, Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { useTextDiff } from "@/components/use-text-diff";
import type { ProposalDto } from "@/lib/wire/proposal";
import type { OperatorDto } from "@/lib/wire/session";
import { onceConfirmed } from "../people-words";
import { diffWords } from "../publish/publish-words";
import { proposalQuery, type Written } from "../queries";
import type { Confirm, Withdraw } from "../use-publish";
import { Warnings } from "../warnings";
import { ProposalBar } from "./proposal-bar";

export type ProposalPanelProps = {
  tool: string;
  proposal: ProposalDto;
  activeText: string;
  operator: OperatorDto | null;
  confirm: Confirm;
  withdraw: Withdraw;
  /** Looks at it in the editor, where it can be replayed. */
  onTake: (written: Written) => void;
  isStale: boolean;
};

/** What somebody wants to publish, as a difference to what is active, and who stands behind it. */
export function ProposalPanel(props: ProposalPanelProps) {
  const { tool, proposal, activeText } = props;
  const written = useQuery(proposalQuery(tool, proposal.id));
  const text = written.data?.source ?? null;
  const diff = useTextDiff(activeText, text);
  return (
    <Panel
      title="A proposal waits for people"
      actions={
        <Badge tone="warn" icon={UsersRound}>
          {proposal.people.length} of {proposal.peopleNeeded}
        </Badge>
      }
    >
      <div className="space-y-2 px-4 py-3 text-ink-soft">
        <People proposal={proposal} />
        <p>
          It is published as the next version once {onceConfirmed(proposal)}. It ends{" "}
          <Countdown to={proposal.expiresAt} over="now" />.
        </p>
        <Warnings warnings={proposal.warnings} />
      </div>
      {written.isError ? (
        <ErrorPanel
          title="Its text could not be loaded"
          error={written.error}
          retry={written.refetch}
          retrying={written.isFetching}
          className="mx-4 mb-4"
        />
      ) : (
        <div className="border-t">
          <p className="px-4 py-1.5 text-ink-faint text-xs">
            {diffWords(diff)} against version {proposal.baseVersion}
          </p>
          <DiffView label={`The proposal against version ${proposal.baseVersion}`} diff={diff} className="border-t" />
        </div>
      )}
      {text !== null && <ProposalBar {...props} written={{ text, format: proposal.format }} diff={diff} />}
    </Panel>
  );
}

function People({ proposal: { people } }: { proposal: ProposalDto }) {
  return (
    <ul aria-label="Who stands behind it">
      {people.map(({ id, name, at }, index) => (
        <li key={id}>
          <strong className="font-medium text-ink">
            <AgentLine text={name} />
          </strong>{" "}
          {index === 0 ? "proposed" : "confirmed"} it, <Instant at={at} />
        </li>
      ))}
    </ul>
  );
}
