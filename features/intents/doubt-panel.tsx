"use client";

import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import { useRef, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Countdown, Instant } from "@/components/instant";
import { useLoaded } from "@/components/use-loaded";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { probeWords, statementWords } from "./doubt-words";
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
    <section aria-label="In doubt" className="rounded-lg border border-doubt-line bg-doubt-soft">
      <div className="flex items-start gap-2.5 px-4 pt-3.5 pb-3">
        <CircleQuestionMark aria-hidden className="mt-0.5 size-4 shrink-0 text-doubt" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-ink text-sm">Nobody knows whether it happened</h2>
          <AgentLine text={doubt.why} className="text-ink-soft" />
          <p className="mt-1 text-ink-soft">{probeWords(doubt.probe)}</p>
        </div>
      </div>
      <DoubtTerms doubt={doubt} />
      {doubt.statements.length > 0 && <Statements doubt={doubt} />}
      <ResolveBar intent={intent} doubt={doubt} role={role} resolve={resolve} isStale={isStale} />
    </section>
  );
}

function DoubtTerms({ doubt: { since, probe, approvalsNeeded, statements } }: { doubt: DoubtDto }) {
  const standing = statements.filter(({ voided }) => !voided).length;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 border-doubt-line border-t px-4 py-2.5">
      <Term name="In doubt since">
        <Instant at={since} />
      </Term>
      <Term name="People who say the same">
        {standing} of {approvalsNeeded}
      </Term>
      {probe !== null && <Term name="Downstream asked">{probe.askedCount}×</Term>}
      {probe?.nextAt != null && (
        <Term name="Asked again">
          <Countdown to={probe.nextAt} over="now" />
        </Term>
      )}
    </dl>
  );
}

function Term({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-ink tabular-nums">{children}</dd>
    </div>
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
  const openerRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, wantDialog] = useLoaded(fetchResolveDialog);
  const isBusy = resolve.isPending || isStale;
  if (role === null) return null;
  if (role === "viewer" || (doubt.role === "admin" && role !== "admin")) {
    const who = doubt.role === "admin" ? "an admin" : "an approver or an admin";
    return <p className="border-doubt-line border-t px-4 py-2.5 text-ink-soft">You can look; {who} resolves it.</p>;
  }
  return (
    <div className="flex gap-2 border-doubt-line border-t px-4 py-3 max-md:*:flex-1">
      <Button
        ref={openerRef}
        variant="primary"
        busy={isBusy}
        aria-haspopup="dialog"
        onPointerEnter={wantDialog}
        onFocus={wantDialog}
        onClick={() => {
          wantDialog();
          setOpen(true);
        }}
      >
        Resolve…
      </Button>
      {dialog && (
        <dialog.ResolveDialog
          open={open}
          onOpenChange={setOpen}
          openerRef={openerRef}
          title={intent.title}
          doubt={doubt}
          onResolve={(body) => {
            setOpen(false);
            resolve.mutate(body);
          }}
        />
      )}
    </div>
  );
}
