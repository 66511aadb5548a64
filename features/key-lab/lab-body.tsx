"use client";

import { useLayoutEffect } from "react";
import { DiffView } from "@/components/diff-view";
import { Panel } from "@/components/panel";
import { useTextDiff } from "@/components/use-text-diff";
import type { ContractDto } from "@/lib/wire/contract";
import type { OperatorDto } from "@/lib/wire/session";
import { DraftNotices } from "./draft-notices";
import { EditorPanel } from "./editor/editor-panel";
import { LabAnswer } from "./lab-answer";
import { EndedProposal, useEndedId } from "./proposal/ended-proposal";
import { ProposalPanel } from "./proposal/proposal-panel";
import { PublishPanel } from "./publish/publish-panel";
import { diffWords } from "./publish/publish-words";
import { ReplayPanel } from "./replay/replay-panel";
import { useReplay } from "./replay/use-replay";
import { useCheck } from "./use-check";
import { type Active, type DraftControl, useDraft } from "./use-draft";
import { type Publish, useConfirm, usePublish, useWithdraw } from "./use-publish";

type LabBodyProps = { contract: ContractDto; active: Active; operator: OperatorDto | null; isStale: boolean };

export function LabBody({ contract, active, operator, isStale }: LabBodyProps) {
  const { tool, proposal } = contract;
  const draft = useDraft(tool, active);
  const diff = useTextDiff(active.text, draft.text);
  const check = useCheck(tool, active.version, draft);
  const replay = useReplay(tool);
  const publish = usePublish(tool);
  const confirm = useConfirm(tool);
  const withdraw = useWithdraw(tool);
  const endedId = useEndedId(proposal, confirm, withdraw);
  useEndOfDraft(draft, publish, active.version);
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        <LabAnswer tool={tool} publish={publish} confirm={confirm} withdraw={withdraw} />
        {endedId !== null && <EndedProposal key={endedId} tool={tool} id={endedId} />}
        {proposal !== null && (
          <ProposalPanel
            tool={tool}
            proposal={proposal}
            activeText={active.text}
            operator={operator}
            confirm={confirm}
            withdraw={withdraw}
            onTake={draft.take}
            isStale={isStale}
          />
        )}
        <DraftNotices contract={contract} active={active} draft={draft} />
        <EditorPanel draft={draft} check={check} />
        {draft.isOwn && (
          <Panel
            title="What you changed"
            aside={<span className="pr-2 text-ink-faint text-xs">{diffWords(diff)}</span>}
          >
            <DiffView label={`Your text against version ${active.version}`} diff={diff} />
          </Panel>
        )}
        <ReplayPanel written={draft} isMistaken={check.kind === "mistaken"} replay={replay} />
      </div>
      <div className="min-w-0 xl:sticky xl:top-[calc(var(--bar-top)+1.5rem)] xl:self-start">
        <PublishPanel
          tool={tool}
          activeVersion={active.version}
          draft={draft}
          diff={diff}
          check={check}
          replay={replay.state}
          proposal={proposal}
          operator={operator}
          publish={publish}
          isStale={isStale}
        />
      </div>
    </div>
  );
}

/** What is published is nobody's draft any more, as soon as its version is the one that is shown as active. */
function useEndOfDraft(draft: DraftControl, publish: Publish, activeVersion: number): void {
  const { data, variables } = publish;
  const isShown = data !== undefined && (!("version" in data) || data.version === activeVersion);
  const ended = isShown ? (variables?.text ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the answer ends it, and not what was typed since
  useLayoutEffect(() => {
    if (ended === draft.text) draft.end();
  }, [ended]);
}
