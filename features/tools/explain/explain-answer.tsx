"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Info from "lucide-react/icons/info";
import { useEffect, useRef } from "react";
import { AgentLine } from "@/components/agent-text";
import { JsonBlock } from "@/components/code-block";
import { Disclosure } from "@/components/disclosure";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import type { ExplanationDto } from "@/lib/wire/explain";
import { FieldSteps } from "./field-steps";
import { KeyStep } from "./key-step";
import { LimitStep } from "./limit-step";
import { MeetsStep } from "./meets-step";
import { PolicyStep } from "./policy-step";
import { verdictWords } from "./verdict-words";

const ICONS = { good: CircleCheck, info: Info, warn: CircleAlert, bad: CircleX };

/** Every step of the answer, the verdict first. */
export function ExplainAnswer({ told }: { told: ExplanationDto }) {
  const { tone, title, body } = verdictWords(told);
  const verdictRef = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer brings its verdict into sight
  useEffect(() => {
    // The form keeps the focus: whoever asks once more must not look for it.
    verdictRef.current?.scrollIntoView({ block: "nearest" });
  }, [told]);
  return (
    <>
      <Notice ref={verdictRef} tone={tone} icon={ICONS[tone]} role="status" title={title}>
        <AgentLine text={body} />
        {told.hold && (
          <p>
            Without a decision it would expire on <Instant at={told.hold.expiresAt} />.
          </p>
        )}
      </Notice>
      <FieldSteps fields={told.fields} />
      <KeyStep told={told} />
      <MeetsStep told={told} />
      <PolicyStep told={told} />
      <LimitStep limits={told.limits ?? []} />
      <Disclosure summary="The args that would run, and the whole answer">
        <JsonBlock value={told.args} label="The args that would run" />
        <JsonBlock value={told} label="The whole answer" className="border-t" />
      </Disclosure>
    </>
  );
}
