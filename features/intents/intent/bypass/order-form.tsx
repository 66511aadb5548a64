"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Field, Textarea } from "@/components/field";
import { Notice } from "@/components/notice";
import type { BypassDto } from "@/lib/wire/bypass";
import type { ChoiceDto } from "@/lib/wire/choice";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { riskOf } from "../../decide/risk";
import { WhatIsApproved } from "../../decide/what-is-approved";
import { ProofField } from "../../words/proof-field";
import { peopleWords, strictest, whyNotOrder } from "./order-words";

const REASON_LENGTH_MAX = 2_000;

type OrderFormProps = {
  tool: string;
  /** What would run, as the server reads it, and whom that takes. */
  choice: ChoiceDto;
  args: Record<string, unknown>;
  agent: IntentDto["agent"];
  operator: OperatorDto;
  pending: BypassDto | null;
  onOrder: (reason: string) => void;
  onCancel: () => void;
};

/** Asks in proportion: the amount and the target once more, a reason, and what cannot be taken back is typed. */
export function OrderForm({ tool, choice, args, agent, operator, pending, onOrder, onCancel }: OrderFormProps) {
  const risk = riskOf({ about: choice.about, tool });
  const proof = risk.kind === "irreversible" ? risk.proof : null;
  const people = strictest(choice.bypass, pending);
  const whyNot = choice.refusal === null ? whyNotOrder(people, operator.role) : null;
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const reasonRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The form comes after the dialog. Whoever is choosing args stays there.
    if (!(document.activeElement instanceof HTMLSelectElement)) reasonRef.current?.focus();
  }, []);
  const isMissing = reason.trim() === "";
  const isBarred = choice.refusal !== null || whyNot !== null;
  const isProven = proof === null || typed === proof.text;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isMissing && isProven && !isBarred) onOrder(reason.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="-mb-4">
        <WhatIsApproved intent={{ about: choice.about, args, agent }} isWhole={proof !== null} />
      </div>
      <p className="text-ink text-sm">
        {proof !== null && "This cannot be taken back once it ran. "}
        {peopleWords(people, pending?.people.length ?? 0)}
      </p>
      {isBarred && (
        <Notice tone="warn" icon={TriangleAlert} title={whyNot ?? "Policy refuses these args: nobody can order them"}>
          {choice.refusal !== null && <AgentLine text={choice.refusal} />}
        </Notice>
      )}
      <Field label="Reason" error={asked && isMissing ? "Say why it must happen a second time." : null}>
        {(control) => (
          <Textarea
            {...control}
            ref={reasonRef}
            required
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {proof !== null && (
        <ProofField
          proof={proof}
          verb={pending === null ? "order it" : "confirm it"}
          typed={typed}
          onTyped={setTyped}
          asked={asked}
        />
      )}
      <div className="flex items-center justify-end gap-2 max-md:*:flex-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" aria-disabled={isBarred || undefined}>
          {pending === null ? "Order the bypass" : "Confirm the bypass"}
        </Button>
      </div>
    </form>
  );
}
