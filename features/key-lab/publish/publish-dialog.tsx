"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { DiffView } from "@/components/diff-view";
import { Notice } from "@/components/notice";
import type { TextDiff } from "@/components/text-diff";
import type { ContractCheckDto } from "@/lib/wire/proposal";
import { publishersWords } from "../people-words";
import { KEYS_LOOKED_FOR, SAME_UNDER_NEW_KEYS } from "../replay/left-out-words";
import { Warnings } from "../warnings";
import { diffWords, type ReplayWords } from "./publish-words";

type PublishDialogProps = DialogControl & {
  tool: string;
  activeVersion: number;
  found: ContractCheckDto;
  diff: TextDiff | null;
  replayed: ReplayWords;
  onPublish: () => void;
};

/** Everything that is known of the change, once more, before every submission is judged by it. */
export function PublishDialog(props: PublishDialogProps) {
  const { tool, activeVersion, found, diff, replayed, onPublish, ...control } = props;
  const isProposal = found.peopleNeeded > 1;
  return (
    <Dialog
      {...control}
      title={isProposal ? `Propose a new version of ${tool}` : `Publish version ${activeVersion + 1} of ${tool}`}
      description={publishersWords(found.peopleNeeded, activeVersion)}
    >
      <div className="flex flex-col gap-3">
        <div className="overflow-hidden rounded-md border">
          <p className="border-b px-3 py-1.5 text-ink-soft text-sm">
            {diffWords(diff)} against version {activeVersion}
          </p>
          <section
            aria-label="What changes"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
            tabIndex={0}
            className="max-h-56 overflow-y-auto focus-visible:-outline-offset-2"
          >
            <DiffView label={`Your text against version ${activeVersion}`} diff={diff} />
          </section>
        </div>
        {replayed.isKnown ? (
          <Notice tone="info" icon={CircleCheck} title={replayed.words} />
        ) : (
          <Notice tone="warn" icon={TriangleAlert} title={replayed.words}>
            Put this away and replay it, unless you know what it changes.
          </Notice>
        )}
        {found.keysChange && (
          <Notice tone="warn" icon={TriangleAlert} title="Keys change">
            {replayed.isUnchanged && <p>{SAME_UNDER_NEW_KEYS}</p>}
            <p>{KEYS_LOOKED_FOR}</p>
          </Notice>
        )}
        <Warnings warnings={found.warnings} />
        <div className="flex items-center justify-end gap-2">
          <Button onClick={() => control.onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" onClick={onPublish}>
            {isProposal ? "Propose it" : `Publish version ${activeVersion + 1}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
