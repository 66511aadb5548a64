"use client";

import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { formatMoney } from "@/components/money";
import type { IntentDto } from "@/lib/wire/intent";
import { ErasedArgs } from "../words/erased-args";
import { fieldName } from "../words/field-name";
import { approveWords } from "./consequence-words";
import { type Proof, riskOf } from "./risk";

/** What the dialog needs to know; a variant that is chosen brings its own `about`. */
export type Approved = Pick<IntentDto, "id" | "title" | "tool" | "about" | "args" | "argsErased" | "hold" | "agent">;

type ApproveDialogProps = DialogControl & { intent: Approved; onApprove: () => void };

/** Says once more what will happen to what, and asks for it in proportion: a press, or the amount typed. */
export function ApproveDialog({ intent, onApprove, ...control }: ApproveDialogProps) {
  const risk = riskOf(intent);
  const proof = risk.kind === "irreversible" ? risk.proof : null;
  return (
    <Dialog
      {...control}
      title={`Approve “${intent.title}”?`}
      description={
        <p>
          {proof === null ? "This is of high value." : "This cannot be taken back once it ran."} Approve: it{" "}
          {approveWords(intent)}.
        </p>
      }
    >
      <WhatRuns intent={intent} />
      <ApproveForm
        proof={proof}
        verb={intent.about?.amount ? `Approve ${formatMoney(intent.about.amount)}` : "Approve"}
        onCancel={() => control.onOpenChange(false)}
        onApprove={() => {
          control.onOpenChange(false);
          onApprove();
        }}
      />
    </Dialog>
  );
}

function WhatRuns({ intent: { about, argsErased, agent } }: { intent: Approved }) {
  if (argsErased) return <ErasedArgs />;
  const facts = [
    ...(about?.amount ? [{ name: "Amount", text: formatMoney(about.amount), isAmount: true }] : []),
    ...(about?.target ?? []).map(({ pointer, value }) => ({ name: fieldName(pointer), text: value, isAmount: false })),
    { name: "Asked by", text: agent.name, isAmount: false },
  ];
  return (
    <dl className="mb-4 divide-y rounded-lg border">
      {facts.map(({ name, text, isAmount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may read alike
        <div key={index} className="flex items-baseline gap-3 px-3 py-2">
          <dt className="w-28 shrink-0 text-ink-soft text-sm first-letter:uppercase">
            <AgentLine text={name} />
          </dt>
          <dd className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">
            <AgentLine text={text} className={isAmount ? "font-semibold text-xl tabular-nums" : "text-base"} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ApproveFormProps = { proof: Proof | null; verb: string; onCancel: () => void; onApprove: () => void };

function ApproveForm({ proof, verb, onCancel, onApprove }: ApproveFormProps) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const isProven = proof === null || typed === proof.text;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isProven) onApprove();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {proof !== null && (
        <Field
          label={`To approve, type ${proof.what}`}
          hint={<Expected proof={proof} />}
          error={asked && !isProven ? `That is not ${proof.what}. Type exactly: ${proof.text}` : null}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex items-center justify-end gap-2 max-md:*:flex-1">
        {/* The verb is reached first: asking once more is the pause, not hunting for the button. */}
        <Button type="submit" variant="primary" aria-disabled={!isProven || undefined} className="order-2">
          {verb}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function Expected({ proof }: { proof: Proof }) {
  return (
    <>
      Exactly <code className="select-none font-mono text-ink">{proof.text}</code>, capital and small letters as shown.
    </>
  );
}
