"use client";

import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Notice } from "@/components/notice";
import type { InboxItemDto } from "@/lib/wire/inbox";
import type { OperatorDto } from "@/lib/wire/session";
import { LastWord } from "../decide/last-word";
import { isByPerson } from "../decide/overtaken-words";
import { UnansweredNotice } from "../decide/unanswered-notice";
import { intentQuery } from "../queries";
import { useUndoables } from "../undo/undo-store";
import { Pieces } from "../words/pieces";
import { STATE_WORDS } from "../words/state-words";
import { changedLines } from "./changed-words";
import type { RowNote } from "./row-note";
import type { InboxRow } from "./use-rows";

type RowNoticeProps = { row: InboxRow; note: RowNote | null; operator: OperatorDto | null; onDismiss: () => void };

const PLACE = "max-md:col-start-2 md:col-span-2 md:col-start-2";

/** What became of a decision, or of a row that waits no more; stands under the row that it is about. */
export function RowNotice({ row: { item, isGone }, note, operator, onDismiss }: RowNoticeProps) {
  if (note?.kind === "done") {
    return (
      <Notice tone={note.words.tone} icon={CircleCheck} title={note.words.title} className={PLACE}>
        {note.words.body}
      </Notice>
    );
  }
  const away = <Button onClick={onDismiss}>{isGone ? "Put the row away" : "Put this away"}</Button>;
  if (note?.kind === "not_known") {
    const { verdict, words } = note;
    const operatorId = operator?.id ?? null;
    return <UnansweredNotice {...{ id: item.id, verdict, operatorId, words }} actions={away} className={PLACE} />;
  }
  if (note?.kind === "not_done") {
    return (
      <Notice
        tone={note.words.tone}
        icon={TriangleAlert}
        role="alert"
        title={note.words.title}
        className={PLACE}
        actions={away}
      >
        <AgentLine text={note.words.body} />
        {note.before !== null && <Changes before={note.before} now={item} />}
      </Notice>
    );
  }
  return isGone ? <Gone id={item.id} operator={operator} /> : <TakenBack id={item.id} />;
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

/** Marks the row that came back, wherever it stands now. */
function TakenBack({ id }: { id: string }) {
  const isTakenBack = useUndoables().some(({ intentId, state }) => intentId === id && state === "undone");
  if (!isTakenBack) return null;
  return (
    <Notice tone="info" icon={Undo2} title="You took your approval back" className={PLACE}>
      It is held again; nothing ran.
    </Notice>
  );
}

/** Decided together with others, or somebody else, the agent or the clock was first. */
function Gone({ id, operator }: { id: string; operator: OperatorDto | null }) {
  const intent = useQuery(intentQuery(id)).data;
  const canBeUndone = useUndoables().some(({ intentId, state }) => intentId === id && state === "open");
  const now = intent && STATE_WORDS[intent.state];
  return (
    <Notice tone="info" icon={CircleSlash} title="It waits no more" className={PLACE}>
      {now === undefined ? "Something happened to it meanwhile." : `${now.word}. ${now.meaning}`}{" "}
      {intent && isByPerson(intent.state) && <LastWord id={id} operatorId={operator?.id ?? null} />}
      {canBeUndone && " You can still take it back."}
    </Notice>
  );
}
