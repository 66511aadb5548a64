"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type FormEvent, useRef } from "react";
import { AgentLine } from "@/components/agent-text";
import type { AnswerWords } from "@/components/answer-words";
import { Button } from "@/components/button";
import { Field, Textarea } from "@/components/field";
import { Notice } from "@/components/notice";
import type { ExplainedField } from "@/lib/wire/explained-field";
import { fieldPath } from "../fields/field-words";
import { type EditFault, readEdit } from "./read-edit";

type EditFormProps = {
  text: string;
  onText: (text: string) => void;
  before: { args: Record<string, unknown>; fields: readonly ExplainedField[] };
  faults: readonly EditFault[];
  onFaults: (faults: EditFault[]) => void;
  /** Why nobody knows what it would be; null: it is known, or nobody asked. */
  unchecked: AnswerWords | null;
  isBusy: boolean;
  onReview: (args: Record<string, unknown>) => void;
  onCancel: () => void;
};

const ROWS_MAX = 18;

/** The args as JSON, whole. */
export function EditForm(props: EditFormProps) {
  const { text, onText, before, faults, onFaults, unchecked, isBusy, onReview, onCancel } = props;
  const areaRef = useRef<HTMLTextAreaElement>(null);

  function review(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const read = readEdit(text, before);
    if (read.ok) {
      onFaults([]);
      return onReview(read.args);
    }
    onFaults(read.faults);
    areaRef.current?.focus();
  }

  return (
    <form noValidate onSubmit={review} className="flex flex-col gap-4">
      <Field label="Args, as JSON" error={faults.length > 0 ? "It cannot be approved like this." : null}>
        {(control) => (
          <Textarea
            {...control}
            ref={areaRef}
            className={`${control.className} font-mono text-xs md:text-xs`}
            rows={Math.min(ROWS_MAX, text.split("\n").length + 1)}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
      {faults.length > 0 && <Faults faults={faults} onGo={(line) => selectLine(areaRef.current, line)} />}
      {unchecked !== null && (
        <Notice tone={unchecked.tone} icon={TriangleAlert} role="alert" title={unchecked.title}>
          <AgentLine text={unchecked.body} />
        </Notice>
      )}
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          Review the difference
        </Button>
      </div>
    </form>
  );
}

type FaultsProps = { faults: readonly EditFault[]; onGo: (line: number) => void };

/** Each at its field; one press leads to its line. */
function Faults({ faults, onGo }: FaultsProps) {
  return (
    <div role="alert" className="-mt-2 text-bad text-sm">
      <ul aria-label="What is wrong" className="space-y-1">
        {faults.map(({ pointer, line, message }) => (
          <li key={`${pointer} ${message}`} className="[overflow-wrap:anywhere]">
            {pointer !== "" && (
              <>
                <AgentLine text={fieldPath(pointer)} className="font-medium" />
                {": "}
              </>
            )}
            <AgentLine text={message} />
            {line !== null && (
              <Button variant="link" size="inline" className="ml-1.5" onClick={() => onGo(line)}>
                Go to line {line}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
