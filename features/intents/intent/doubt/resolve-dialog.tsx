"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input, Textarea } from "@/components/field";
import type { DoubtDto, ResolutionBody } from "@/lib/wire/doubt";
import type { Answer } from "./doubt-words";

const EVIDENCE_LENGTH_MAX = 4_000;
const EFFECT_ID_LENGTH_MAX = 256;

type ResolveDialogProps = DialogControl & {
  title: string;
  doubt: DoubtDto;
  answer: Answer;
  words: { label: string; consequence: string };
  onResolve: (body: ResolutionBody) => void;
};

/** One answer, with its consequence once more and the evidence that somebody may ask for later. */
export function ResolveDialog({ title, doubt, answer, words, onResolve, ...control }: ResolveDialogProps) {
  const people = doubt.approvalsNeeded > 1 ? ` ${doubt.approvalsNeeded} people must say the same.` : "";
  return (
    <Dialog
      {...control}
      title={`${words.label}: “${title}”`}
      description={
        <>
          <p className="text-ink">{words.consequence}</p>
          <p className="mt-1">What you say is kept under your name.{people}</p>
        </>
      }
    >
      <ResolveForm
        answer={answer}
        verb={words.label}
        onCancel={() => control.onOpenChange(false)}
        onResolve={onResolve}
      />
    </Dialog>
  );
}

type ResolveFormProps = {
  answer: Answer;
  verb: string;
  onCancel: () => void;
  onResolve: (body: ResolutionBody) => void;
};

function ResolveForm({ answer, verb, onCancel, onResolve }: ResolveFormProps) {
  const [effectId, setEffectId] = useState("");
  const [evidence, setEvidence] = useState("");
  const [asked, setAsked] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const body = toBody(answer, effectId.trim(), evidence.trim());
    if (body !== null) onResolve(body);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {answer === "executed" && (
        <Field
          label="Effect id"
          hint="What the downstream calls the thing it did."
          error={asked && effectId.trim() === "" ? "Name the effect: the agent goes on with it." : null}
        >
          {(control) => (
            <Input
              {...control}
              required
              maxLength={EFFECT_ID_LENGTH_MAX}
              value={effectId}
              onChange={(event) => setEffectId(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label="Evidence"
        hint="Where you looked, and what you saw there."
        error={asked && evidence.trim() === "" ? "Say how you know: somebody may ask you later." : null}
      >
        {(control) => (
          <Textarea
            {...control}
            required
            maxLength={EVIDENCE_LENGTH_MAX}
            value={evidence}
            onChange={(event) => setEvidence(event.target.value)}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={answer === "retry" ? "danger" : "primary"}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

function toBody(answer: Answer, effectId: string, evidence: string): ResolutionBody | null {
  if (evidence === "") return null;
  if (answer !== "executed") return { outcome: "not_executed", evidence, then: answer };
  return effectId === "" ? null : { outcome: "executed", effectId, evidence };
}
