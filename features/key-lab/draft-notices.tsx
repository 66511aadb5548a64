"use client";

import { useQuery } from "@tanstack/react-query";
import FileClock from "lucide-react/icons/file-clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import { Button } from "@/components/button";
import { DiffView } from "@/components/diff-view";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import { useTextDiff } from "@/components/use-text-diff";
import type { ContractDto } from "@/lib/wire/contract";
import { versionQuery } from "./queries";
import type { Active, DraftControl } from "./use-draft";

type DraftNoticesProps = { contract: ContractDto; active: Active; draft: DraftControl };

/** What somebody should know about the text in the editor before they go on with it. */
export function DraftNotices({ contract, active, draft }: DraftNoticesProps) {
  const { version } = active;
  if (draft.baseVersion !== version) return <Overtaken contract={contract} active={active} draft={draft} />;
  if (draft.canBringBack) {
    return (
      <Notice
        tone="info"
        icon={Undo2}
        role="status"
        title={draft.isOwn ? "Your own text was put away" : `This is version ${version} again`}
        actions={<Button onClick={draft.bringBack}>Bring my text back</Button>}
      />
    );
  }
  if (draft.isOwn && !draft.isKept) {
    return (
      <Notice tone="warn" icon={TriangleAlert} role="alert" title="This browser does not keep your text">
        A reload loses it: copy it before you leave this page.
      </Notice>
    );
  }
  if (!draft.isOwn || !draft.wasThere) return null;
  return (
    <Notice
      tone="info"
      icon={FileClock}
      title="This is your text from before"
      actions={<Button onClick={draft.drop}>Back to version {version}</Button>}
    >
      This tab kept it; it is not published.
    </Notice>
  );
}

/** Somebody published while this text was being written. */
function Overtaken({ contract: { tool, versions, publishedAt }, active, draft }: DraftNoticesProps) {
  const { version, text } = active;
  const [isShown, setShown] = useState(false);
  const known = versions.find((one) => one.version === version);
  const name = known?.publishedByName ?? null;
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      role="status"
      title={`Version ${version} was published${name === null ? "" : ` by ${name}`} while you were editing`}
      actions={
        <>
          <Button onClick={draft.goOnOverActive}>Keep my text, over version {version}</Button>
          <Button onClick={draft.drop}>Take version {version}</Button>
          <Button variant="ghost" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? "Hide what it changed" : "Show what it changed"}
          </Button>
        </>
      }
    >
      <p>
        <Instant at={known?.publishedAt ?? publishedAt} />. Your text began from version {draft.baseVersion}: published
        as it is, it would take back what version {version} changed.
      </p>
      {isShown && <Since tool={tool} version={draft.baseVersion} activeText={text} />}
    </Notice>
  );
}

function Since({ tool, version, activeText }: { tool: string; version: number; activeText: string }) {
  const base = useQuery(versionQuery(tool, version));
  const diff = useTextDiff(base.data?.source ?? null, activeText);
  if (base.isError) {
    return <ErrorPanel title={`Version ${version} could not be loaded`} error={base.error} retry={base.refetch} />;
  }
  return (
    <div className="mt-2 overflow-hidden rounded-md border bg-surface">
      <DiffView label={`The active version against version ${version}`} diff={diff} />
    </div>
  );
}
