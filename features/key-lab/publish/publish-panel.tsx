"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleX from "lucide-react/icons/circle-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useId } from "react";
import type { Icon } from "@/components/badge";
import { Button } from "@/components/button";
import { Panel } from "@/components/panel";
import type { TextDiff } from "@/components/text-diff";
import { useDialog } from "@/components/use-dialog";
import type { ContractCheckDto, ProposalDto } from "@/lib/wire/proposal";
import type { OperatorDto } from "@/lib/wire/session";
import { publishersWords } from "../people-words";
import { keysWords } from "../replay/left-out-words";
import type { ReplayState } from "../replay/use-replay";
import type { Check } from "../use-check";
import type { DraftControl } from "../use-draft";
import type { Publish } from "../use-publish";
import { Warnings } from "../warnings";
import { diffWords, replayWords, whyNotPublish } from "./publish-words";

const fetchPublishDialog = () => import("./publish-dialog");

type PublishPanelProps = {
  tool: string;
  activeVersion: number;
  draft: DraftControl;
  diff: TextDiff | null;
  check: Check;
  replay: ReplayState;
  proposal: ProposalDto | null;
  operator: OperatorDto | null;
  publish: Publish;
  isStale: boolean;
};

/** What stands between this text and the active version, each with whether it is settled. */
export function PublishPanel(props: PublishPanelProps) {
  const { activeVersion, draft, diff, check, replay, operator } = props;
  const replayed = replayWords(replay, draft.text);
  const found = check.kind === "valid" ? check.found : null;
  return (
    <Panel title="Publish">
      <ul aria-label="What is known of this text" className="space-y-2 px-4 py-3">
        <Line icon={draft.isOwn ? CircleCheck : CircleDashed} tone={draft.isOwn ? "good" : "faint"}>
          {draft.isOwn ? `${diffWords(diff)} against version ${activeVersion}.` : `Equal to version ${activeVersion}.`}
        </Line>
        <CheckLine check={check} />
        {found?.isChange && (
          <Line icon={found.keysChange ? TriangleAlert : CircleCheck} tone={found.keysChange ? "warn" : "good"}>
            {keysWords(found.keysChange)}
          </Line>
        )}
        {draft.isOwn && (
          <Line icon={replayed.isKnown ? CircleCheck : TriangleAlert} tone={replayed.isKnown ? "good" : "warn"}>
            {replayed.words}
          </Line>
        )}
      </ul>
      {found !== null && found.warnings.length > 0 && (
        <div className="border-t px-4 py-3">
          <Warnings warnings={found.warnings} />
        </div>
      )}
      {operator !== null && <PublishEnd {...props} operator={operator} found={found} />}
    </Panel>
  );
}

function CheckLine({ check }: { check: Check }) {
  switch (check.kind) {
    case "valid":
      return (
        <Line icon={CircleCheck} tone="good">
          Valid.
        </Line>
      );
    case "mistaken":
      return (
        <Line icon={CircleX} tone="bad">
          It has mistakes; they are told below the text.
        </Line>
      );
    case "checking":
      return (
        <Line icon={CircleDashed} tone="faint">
          Checking…
        </Line>
      );
    case "failed":
      return (
        <Line icon={TriangleAlert} tone="bad">
          It could not be checked.{" "}
          <Button variant="link" size="inline" onClick={() => check.retry()}>
            Try again
          </Button>
        </Line>
      );
  }
}

const TONES = { good: "text-good", warn: "text-warn", bad: "text-bad", faint: "text-ink-faint" };

function Line({ icon: Glyph, tone, children }: { icon: Icon; tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-ink-soft">
      <Glyph aria-hidden className={`mt-0.5 size-4 shrink-0 ${TONES[tone]}`} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

type PublishEndProps = PublishPanelProps & { operator: OperatorDto; found: ContractCheckDto | null };

/** The button, or why there is none. */
function PublishEnd(props: PublishEndProps) {
  const { tool, activeVersion, draft, diff, check, replay, proposal, operator, publish, isStale, found } = props;
  const noteId = useId();
  const why = whyNotPublish({ ...draft, activeVersion, check, proposal, operatorId: operator.id });
  const isBlocked = why !== null || isStale;
  const { dialog, opener, control } = useDialog(fetchPublishDialog, publish.isPending || isBlocked);
  if (operator.role !== "admin") {
    return (
      <p className="border-t px-4 py-3 text-ink-soft">
        Your role is {operator.role}: you can edit and replay here. An admin publishes.
      </p>
    );
  }
  const people = found === null ? null : publishersWords(found.peopleNeeded, activeVersion);
  return (
    <div className="border-t px-4 py-3">
      <Button
        {...opener}
        variant="primary"
        className="w-full"
        busy={publish.isPending}
        aria-disabled={publish.isPending || isBlocked}
        aria-describedby={noteId}
      >
        {found !== null && found.peopleNeeded > 1 ? "Propose…" : "Publish…"}
      </Button>
      <p id={noteId} className="mt-2 text-ink-soft text-sm">
        {why ?? people}
        {why === null && proposal !== null && " It takes the place of your proposal."}
      </p>
      {dialog && found !== null && (
        <dialog.PublishDialog
          {...control}
          tool={tool}
          activeVersion={activeVersion}
          found={found}
          diff={diff}
          replayed={replayWords(replay, draft.text)}
          onPublish={() => {
            control.onOpenChange(false);
            publish.mutate({ text: draft.text, format: draft.format, expectedVersion: draft.baseVersion });
          }}
        />
      )}
    </div>
  );
}
