"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { CheckLine } from "@/components/check-line";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input, Textarea } from "@/components/field";
import { Instant } from "@/components/instant";
import { useNow } from "@/components/use-now";
import type { DoubtDto, ResolutionBody } from "@/lib/wire/doubt";
import type { Answer } from "./doubt-words";

const EVIDENCE_LENGTH_MAX = 4_000;
const EFFECT_ID_LENGTH_MAX = 4_000;

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
        notBefore={doubt.notBefore}
        verb={words.label}
        onCancel={() => control.onOpenChange(false)}
        onResolve={onResolve}
      />
    </Dialog>
  );
}

type ResolveFormProps = {
  answer: Answer;
  notBefore: string;
  verb: string;
  onCancel: () => void;
  onResolve: (body: ResolutionBody) => void;
};

function ResolveForm({ answer, notBefore, verb, onCancel, onResolve }: ResolveFormProps) {
  const [effectId, setEffectId] = useState("");
  const [evidence, setEvidence] = useState("");
  const [insists, setInsists] = useState(false);
  const [asked, setAsked] = useState(false);
  const now = useNow(1_000);
  const isEarly = answer === "retry" && now < Date.parse(notBefore);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const body = toBody(answer, effectId.trim(), evidence.trim());
    if (body === null || (isEarly && !insists)) return;
    onResolve(isEarly && body.outcome === "not_executed" ? { ...body, confirmEarly: true } : body);
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
      {isEarly && (
        <div className="space-y-1">
          <CheckLine
            label={
              <>
                The first request may still land until <Instant at={notBefore} show="time" />, and it would then happen
                twice. Send it again now all the same.
              </>
            }
            checked={insists}
            onChange={setInsists}
          />
          {asked && !insists && (
            <p role="alert" className="text-bad text-sm">
              Confirm this, or wait until then.
            </p>
          )}
        </div>
      )}
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
