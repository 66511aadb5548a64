"use client";

import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Countdown, Instant } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { AttentionPanel, ButtonBar, LookOnly, Term, Terms } from "./attention-panel";
import { askedWords, probeWords, statementWords } from "./doubt-words";
import type { Resolve } from "./use-resolve";

const fetchResolveDialog = () => import("./resolve-dialog");

type DoubtPanelProps = {
  intent: IntentDto;
  doubt: DoubtDto;
  role: OperatorDto["role"] | null;
  resolve: Resolve;
  /** What is drawn is a remembered copy; nothing may be said about it. */
  isStale: boolean;
};

/** Since when nobody knows, what the downstream says when it is asked, what people said; and saying it. */
export function DoubtPanel({ intent, doubt, role, resolve, isStale }: DoubtPanelProps) {
  return (
    <AttentionPanel
      tone="doubt"
      label="In doubt"
      icon={CircleQuestionMark}
      title="Nobody knows whether it happened"
      below={
        <>
          <DoubtTerms doubt={doubt} />
          {doubt.statements.length > 0 && <Statements doubt={doubt} />}
          <ResolveBar intent={intent} doubt={doubt} role={role} resolve={resolve} isStale={isStale} />
        </>
      }
    >
      <AgentLine text={doubt.why} className="text-ink-soft" />
      <p className="mt-1 text-ink-soft">{probeWords(doubt.probe)}</p>
    </AttentionPanel>
  );
}

function DoubtTerms({ doubt: { since, probe, approvalsNeeded, statements } }: { doubt: DoubtDto }) {
  const standing = statements.filter(({ voided }) => !voided).length;
  return (
    <Terms tone="doubt">
      <Term name="In doubt since">
        <Instant at={since} />
      </Term>
      <Term name="People who say the same">
        {standing} of {approvalsNeeded}
      </Term>
      {probe !== null && <Term name="Downstream asked">{askedWords(probe)}</Term>}
      {probe !== null && probe.nextAt !== null && (
        <Term name={probe.askedCount === 0 ? "To be asked" : "Asked again"}>
          <Countdown to={probe.nextAt} over="now" />
        </Term>
      )}
    </Terms>
  );
}

function Statements({ doubt }: { doubt: DoubtDto }) {
  return (
    <ul aria-label="What people said" className="space-y-2 border-doubt-line border-t px-4 py-2.5">
      {doubt.statements.map((statement) => (
        <li
          key={`${statement.operator.id} ${statement.at}`}
          className={statement.voided ? "text-ink-faint" : "text-ink"}
        >
          <p>
            <strong className="font-medium">{statement.operator.name}</strong>: {statementWords(statement)}.
            {statement.voided && " Somebody said otherwise since: it counts no more."}
          </p>
          <AgentLine text={statement.evidence} className="text-ink-soft text-xs" />
        </li>
      ))}
    </ul>
  );
}

function ResolveBar({ intent, doubt, role, resolve, isStale }: DoubtPanelProps) {
  const isBusy = resolve.isPending || isStale;
  const { dialog, opener, control } = useDialog(fetchResolveDialog, isBusy);
  if (role === null) return null;
  if (role === "viewer" || (doubt.role === "admin" && role !== "admin")) {
    const who = doubt.role === "admin" ? "an admin" : "an approver or an admin";
    return <LookOnly tone="doubt">{who} resolves it.</LookOnly>;
  }
  return (
    <ButtonBar tone="doubt">
      <Button {...opener} variant="primary" busy={isBusy}>
        Resolve…
      </Button>
      {dialog && (
        <dialog.ResolveDialog
          {...control}
          title={intent.title}
          doubt={doubt}
          onResolve={(body) => {
            control.onOpenChange(false);
            resolve.mutate(body);
          }}
        />
      )}
    </ButtonBar>
  );
}
