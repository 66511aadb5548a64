"use client";

import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import { useState } from "react";
import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import { useNow } from "@/components/use-now";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { AttentionPanel, LookOnly } from "../attention-panel";
import { type Answer, answerWords, missingWords } from "./doubt-words";
import type { Resolve } from "./use-resolve";

const fetchResolveDialog = () => import("./resolve-dialog");

type ResolvePanelProps = {
  intent: IntentDto;
  doubt: DoubtDto;
  operator: OperatorDto | null;
  resolve: Resolve;
  /** As long as the same key is safe to send again. */
  honoursUntil: string | null;
  /** What is drawn is a remembered copy; nothing may be said about it. */
  isStale: boolean;
};

const ANSWERS: Answer[] = ["executed", "retry", "fail"];

/** The three things that somebody can say, each with what follows from it. */
export function ResolvePanel(props: ResolvePanelProps) {
  const { doubt, operator } = props;
  const who = operator === null ? null : otherResolver(doubt, operator.role);
  return (
    <AttentionPanel
      tone="doubt"
      label="Resolve the doubt"
      icon={CircleQuestionMark}
      title="Say what happened"
      below={who !== null ? <LookOnly tone="doubt">{who} resolves it.</LookOnly> : operator && <Answers {...props} />}
    >
      <p className="text-ink-soft">
        Look at the downstream itself first. What you say is kept under your name.
        {doubt.approvalsNeeded > 1 && ` It counts when ${missingWords(doubt)}.`}
      </p>
    </AttentionPanel>
  );
}

/** Until when the first request may land; nothing once it cannot. */
function EarlyNote({ notBefore }: { notBefore: string }) {
  const now = useNow(1_000);
  if (Date.parse(notBefore) <= now) return null;
  return (
    <p className="text-doubt text-xs">
      The first request may still land. From <Instant at={notBefore} show="time" /> you can send it again without
      confirming.
    </p>
  );
}

function otherResolver({ role: needed }: DoubtDto, role: OperatorDto["role"]): string | null {
  if (role === "admin" || (role === "approver" && needed !== "admin")) return null;
  return needed === "admin" ? "an admin" : "an approver or an admin";
}

function Answers({ intent, doubt, resolve, honoursUntil, isStale }: ResolvePanelProps) {
  const isBusy = resolve.isPending || isStale;
  const { dialog, awaited, opener, control } = useDialog(fetchResolveDialog, isBusy);
  const [answer, setAnswer] = useState<Answer>("executed");
  const words = answerWords(honoursUntil);
  return (
    <ul aria-label="What can be said" className="divide-y divide-doubt-line border-doubt-line border-t">
      {ANSWERS.map((name) => (
        <li key={name} className="space-y-1.5 px-4 py-2.5">
          <Button
            {...opener}
            ref={name === answer ? opener.ref : undefined}
            busy={resolve.isPending && answer === name}
            aria-disabled={isBusy || undefined}
            className="w-full"
            onClick={(event) => {
              opener.ref.current = event.currentTarget;
              setAnswer(name);
              opener.onClick();
            }}
          >
            {words[name].label}…
          </Button>
          <p className="text-ink-soft text-xs">{words[name].consequence}</p>
          {name === "retry" && <EarlyNote notBefore={doubt.notBefore} />}
        </li>
      ))}
      {awaited}
      {dialog && (
        <dialog.ResolveDialog
          {...control}
          key={answer}
          title={intent.title}
          doubt={doubt}
          answer={answer}
          words={words[answer]}
          onResolve={(body) => {
            control.onOpenChange(false);
            resolve.mutate(body);
          }}
        />
      )}
    </ul>
  );
}
