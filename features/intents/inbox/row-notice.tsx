"use client";

import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Notice } from "@/components/notice";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { intentQuery } from "../queries";
import { Pieces } from "../words/pieces";
import { STATE_WORDS } from "../words/state-words";
import { changedLines } from "./changed-words";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";

type RowNoticeProps = { row: InboxRow; note: RowNote | null; onDismiss: () => void };

const PLACE = "max-md:col-start-2 md:col-span-2 md:col-start-2";

/** What became of a decision, or of a row that waits no more; stands under the row that it is about. */
export function RowNotice({ row: { item, isGone }, note, onDismiss }: RowNoticeProps) {
  if (note?.kind === "done") {
    return (
      <Notice tone={note.words.tone} icon={CircleCheck} title={note.words.title} className={PLACE}>
        {note.words.body}
      </Notice>
    );
  }
  if (note?.kind === "not_done") {
    return (
      <Notice
        tone={note.words.tone}
        icon={TriangleAlert}
        role="alert"
        title={note.words.title}
        className={PLACE}
        actions={<Button onClick={onDismiss}>{isGone ? "Put the row away" : "Put this away"}</Button>}
      >
        <AgentLine text={note.words.body} />
        {note.before !== null && <Changes before={note.before} now={item} />}
      </Notice>
    );
  }
  return isGone ? <Gone id={item.id} /> : null;
}

function Changes({ before, now }: { before: InboxItemDto; now: InboxItemDto }) {
  const lines = changedLines(before, now);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What changed" className="mt-1 list-disc pl-5">
      {lines.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
        <li key={index}>
          <Pieces pieces={pieces} />
        </li>
      ))}
    </ul>
  );
}

/** Somebody else, the agent or the clock was first. */
function Gone({ id }: { id: string }) {
  const intent = useQuery(intentQuery(id));
  const now = intent.data && STATE_WORDS[intent.data.state];
  return (
    <Notice tone="info" icon={CircleSlash} title="It waits no more" className={PLACE}>
      {now === undefined ? "Something happened to it meanwhile." : `${now.word}. ${now.meaning}`}
    </Notice>
  );
}
