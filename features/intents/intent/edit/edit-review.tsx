"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Field, Input } from "@/components/field";
import { Notice } from "@/components/notice";
import type { IntentDto } from "@/lib/wire/intent";
import { riskOf } from "../../decide/risk";
import type { AnswerWords } from "../../words/answer-words";
import type { Comparison } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";

type EditReviewProps = {
  intent: IntentDto;
  comparison: Comparison;
  refusal: AnswerWords | null;
  isBusy: boolean;
  onBack: () => void;
  onApprove: () => void;
};

/** The last look: what changes, what follows, and in proportion to the risk something to type. */
export function EditReview({ intent, comparison, refusal, isBusy, onBack, onApprove }: EditReviewProps) {
  const proof = proofOf(intent);
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const isProven = proof === null || typed === proof.text;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isProven && !isBusy) onApprove();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <DifferenceTable
        label="What would run, and what you approve instead"
        comparison={comparison}
        sides={{ runs: "Would run", other: "As edited" }}
      />
      <p className="text-ink-soft text-sm">
        Policy and limits are asked about these args before anything runs. Earlier approvals were given to other args:
        they are void.
      </p>
      {proof !== null && (
        <Field
          label={`Type ${proof.what} to approve`}
          hint={
            <>
              Exactly <AgentLine text={proof.text} className="font-mono text-ink" />. This cannot be taken back once it
              ran.
            </>
          }
          error={asked && !isProven ? `That is not ${proof.what}.` : null}
        >
          {(control) => (
            <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      )}
      {refusal !== null && (
        <Notice tone={refusal.tone} icon={TriangleAlert} role="alert" title={refusal.title}>
          <AgentLine text={refusal.body} />
        </Notice>
      )}
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onBack} aria-disabled={isBusy || undefined}>
          Back to the text
        </Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Approve as edited
        </Button>
      </div>
    </form>
  );
}

/** The amount may be what was edited; what it is done to cannot be. */
function proofOf({ about, tool }: IntentDto) {
  const risk = riskOf({ about: about && { ...about, amount: null }, tool });
  return risk.kind === "irreversible" ? risk.proof : null;
}
