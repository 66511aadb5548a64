"use client";

import { CheckLine } from "@/components/check-line";
import { messageAt } from "@/components/field-problems";
import type { AgentTerms, TermsProblems } from "./agent-terms";
import { LabelRows } from "./label-rows";
import { ToolChoice } from "./tool-choice";

type TermsFieldsProps = {
  terms: AgentTerms;
  onChange: (terms: AgentTerms) => void;
  /** What this page already knows to be wrong. */
  problems: TermsProblems;
  /** What the server said. */
  refusal: unknown;
};

/** What can be said of an agent when it is made, and changed later. */
export function TermsFields({ terms, onChange, problems, refusal }: TermsFieldsProps) {
  return (
    <>
      <LabelRows
        rows={terms.labels}
        onChange={(labels) => onChange({ ...terms, labels })}
        error={problems.labels ?? messageAt(refusal, "/labels")}
      />
      <ToolChoice terms={terms} onChange={onChange} error={problems.tools ?? messageAt(refusal, "/tools")} />
      <CheckLine
        label="May ask for the same action a second time, on purpose"
        meaning="With an occurrence above 1. Without it, such a submission is refused; retries are folded either way."
        checked={terms.mayRepeat}
        onChange={(mayRepeat) => onChange({ ...terms, mayRepeat })}
      />
    </>
  );
}
