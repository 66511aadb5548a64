"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import type { AnswerWords } from "@/components/answer-words";
import { Button } from "@/components/button";
import { Notice } from "@/components/notice";
import type { ChoiceDto } from "@/lib/wire/choice";
import type { IntentDto } from "@/lib/wire/intent";
import { OvertakenNotice } from "../../decide/overtaken-notice";
import { riskOf } from "../../decide/risk";
import { useOvertaken } from "../../decide/use-overtaken";
import { WhatIsApproved } from "../../decide/what-is-approved";
import { Denials } from "../../words/denials";
import { ProofField } from "../../words/proof-field";
import { compareFields } from "../fields/compare-fields";
import { DifferenceTable } from "../fields/difference-table";
import { followsWords, insteadOfWords, insteadVerb } from "./instead-words";

type InsteadReviewProps = {
  /** As it was shown to the operator. */
  intent: IntentDto;
  /** What is approved in its place, as the server reads it. */
  choice: ChoiceDto;
  args: Record<string, unknown>;
  /** Who asked for it. */
  agent: IntentDto["agent"];
  how: "as edited" | "instead";
  /** What it was refused with. */
  refusal: AnswerWords | null;
  isBusy: boolean;
  back: { label: string; onBack: () => void };
  onApprove: () => void;
};

/** The last look at other args: what they replace, what follows, and in proportion to their own risk something to type. */
export function InsteadReview(props: InsteadReviewProps) {
  const { intent, choice, args, agent, how, refusal, isBusy, back, onApprove } = props;
  const risk = riskOf({ about: choice.about, tool: intent.tool });
  const proof = risk.kind === "irreversible" ? risk.proof : null;
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState(false);
  const overtaken = useOvertaken(intent, true);
  const mayApprove = overtaken === null && choice.refusal === null && (proof === null || typed === proof.text);
  const instead = insteadOfWords(intent, choice);
  const denials = intent.hold?.deniedBefore ?? [];

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (mayApprove && !isBusy) onApprove();
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {overtaken !== null && (
        <div className="-mb-4">
          <OvertakenNotice id={intent.id} overtaken={overtaken} />
        </div>
      )}
      {denials.length > 0 && (
        <Notice tone="warn" icon={TriangleAlert} title="A person denied it before">
          <Denials denials={denials} />
        </Notice>
      )}
      {instead !== null && <p className="font-medium text-base text-ink tabular-nums">{instead}</p>}
      <DifferenceTable
        isNarrow
        label="What would run, and what you approve instead"
        comparison={compareFields(intent.fields ?? [], choice.fields)}
        sides={{ runs: "Would run", other: how === "as edited" ? "As edited" : "Instead" }}
      />
      <div className="-mb-4">
        <WhatIsApproved intent={{ about: choice.about, args, agent }} isWhole={risk.kind === "irreversible"} />
      </div>
      <p className="text-ink-soft text-sm">
        {risk.kind === "high" && "High value. "}
        {risk.kind === "irreversible" && "Irreversible. "}
        {followsWords(intent, choice)}
      </p>
      {proof !== null && <ProofField proof={proof} verb="approve" typed={typed} onTyped={setTyped} asked={asked} />}
      {choice.refusal !== null && (
        <Notice tone="warn" icon={TriangleAlert} role="alert" title="Policy refuses these args">
          <AgentLine text={choice.refusal} /> Nobody can approve them.
        </Notice>
      )}
      {refusal !== null && (
        <Notice tone={refusal.tone} icon={TriangleAlert} role="alert" title={refusal.title}>
          <AgentLine text={refusal.body} />
        </Notice>
      )}
      <div className="flex items-center justify-end gap-2 max-md:*:flex-1">
        {/* The verb is reached first: asking once more is the pause, not hunting for the button. */}
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          aria-disabled={!mayApprove || undefined}
          className="order-2"
        >
          {insteadVerb(choice, how)}
        </Button>
        <Button onClick={back.onBack} aria-disabled={isBusy || undefined}>
          {back.label}
        </Button>
      </div>
    </form>
  );
}
