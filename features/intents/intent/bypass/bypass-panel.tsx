"use client";

import Repeat2 from "lucide-react/icons/repeat-2";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Countdown } from "@/components/instant";
import { useDialog } from "@/components/use-dialog";
import type { BypassDto } from "@/lib/wire/bypass";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { AttentionPanel, ButtonBar, LookOnly } from "../attention-panel";
import { mayBeOrdered, otherConfirmer, peopleMissing } from "./bypass-words";
import { mayBeOrderedWords } from "./order-words";
import type { Bypass, WithdrawBypass } from "./use-bypass";

const fetchBypassDialog = () => import("./bypass-dialog");

type BypassPanelProps = {
  intent: IntentDto;
  operator: OperatorDto | null;
  bypass: Bypass;
  withdraw: WithdrawBypass;
  submissions: readonly SubmissionDto[];
  isStale: boolean;
};

/** The order that this intent came from, or the one that waits, or the way to give one. */
export function BypassPanel(props: BypassPanelProps) {
  const { intent, operator } = props;
  const order = intent.bypass;
  const pending = order?.state === "pending" ? order : null;
  // An order that waits can be taken back whatever became of the args.
  const canOrder = (mayBeOrdered(intent) || pending !== null) && operator !== null && operator.role !== "viewer";
  if (order === undefined && !canOrder) return null;
  const confirmer = pending === null || operator === null ? null : otherConfirmer(pending, operator.role);
  return (
    <AttentionPanel
      tone="plain"
      label="Bypass"
      icon={Repeat2}
      title={titleOf(order)}
      below={
        confirmer === null ? (
          canOrder && <BypassBar {...props} pending={pending} />
        ) : (
          <LookOnly tone="plain">{confirmer} confirms it.</LookOnly>
        )
      }
    >
      {pending === null && order === undefined && (
        <p className="mt-1 text-ink-soft">{mayBeOrderedWords(intent.state)}</p>
      )}
      {order !== undefined && <People order={order} />}
      {pending !== null && (
        <p className="mt-1 text-ink-soft">
          Nothing runs without the word of {peopleMissing(pending)}. The order ends{" "}
          <Countdown to={pending.expiresAt} over="now" />.
        </p>
      )}
    </AttentionPanel>
  );
}

function titleOf(order: BypassDto | undefined): string {
  if (order === undefined) return "It has ended";
  return order.state === "pending" ? "A bypass waits for more people" : "Ordered by people, on purpose";
}

function People({ order }: { order: BypassDto }) {
  return (
    <ul aria-label="Who ordered it" className="mt-1 space-y-1">
      {order.people.map((person, index) => (
        <li key={person.id} className="text-ink-soft">
          <AgentLine text={person.name} className="font-medium text-ink" /> {index === 0 ? "ordered" : "confirmed"} it:{" "}
          <AgentLine text={person.reason} />
        </li>
      ))}
    </ul>
  );
}

type BypassBarProps = BypassPanelProps & { pending: BypassDto | null };

function BypassBar({ intent, operator, bypass, withdraw, submissions, isStale, pending }: BypassBarProps) {
  const isBusy = bypass.isPending || withdraw.isPending || isStale;
  const { dialog, awaited, opener, control } = useDialog(fetchBypassDialog, isBusy);
  // A second word from the same person would only be refused, and so would one on args that are gone.
  const isTheirs = pending?.people.some(({ id }) => id === operator?.id) ?? false;
  const mayOrder = !isTheirs && mayBeOrdered(intent);
  return (
    <ButtonBar tone="plain">
      {mayOrder && (
        <Button {...opener} busy={isBusy}>
          {pending === null ? "Bypass…" : "Confirm…"}
        </Button>
      )}
      {pending !== null && (
        <Button variant={mayOrder ? "ghost" : "secondary"} busy={isBusy} onClick={() => withdraw.mutate()}>
          Take the order back
        </Button>
      )}
      {awaited}
      {dialog && operator !== null && (
        <dialog.BypassDialog
          {...control}
          intent={intent}
          operator={operator}
          pending={pending}
          submissions={submissions}
          onOrder={(body) => {
            control.onOpenChange(false);
            withdraw.reset();
            bypass.mutate(body);
          }}
        />
      )}
    </ButtonBar>
  );
}
