"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input, Textarea } from "@/components/field";
import type { DoubtDto, ResolutionBody } from "@/lib/wire/doubt";

const EVIDENCE_LENGTH_MAX = 4_000;
const EFFECT_ID_LENGTH_MAX = 256;

type ResolveDialogProps = DialogControl & {
  title: string;
  doubt: DoubtDto;
  onResolve: (body: ResolutionBody) => void;
};

/** What somebody may vouch for, and what follows from it. */
const CHOICES = {
  executed: {
    label: "It happened",
    consequence: "It ends as succeeded, and every submission of it gets this effect id. Nothing runs.",
  },
  retry: {
    label: "It did not happen: try again",
    consequence: "The same key goes out once more. If it did happen after all, it may then happen twice.",
  },
  fail: {
    label: "It did not happen, and shall not",
    consequence: "It ends as failed, and every submission of it gets that. Nothing runs.",
  },
} as const;
type Choice = keyof typeof CHOICES;

export function ResolveDialog({ title, doubt, onResolve, ...control }: ResolveDialogProps) {
  const people = doubt.approvalsNeeded > 1 ? ` ${doubt.approvalsNeeded} people must say the same.` : "";
  return (
    <Dialog
      {...control}
      title={`Resolve the doubt about “${title}”`}
      description={`Look at the downstream itself before you answer. What you say is kept under your name.${people}`}
    >
      <ResolveForm onCancel={() => control.onOpenChange(false)} onResolve={onResolve} />
    </Dialog>
  );
}

type ResolveFormProps = { onCancel: () => void; onResolve: (body: ResolutionBody) => void };

function ResolveForm({ onCancel, onResolve }: ResolveFormProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [effectId, setEffectId] = useState("");
  const [evidence, setEvidence] = useState("");
  const [asked, setAsked] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const body = toBody(choice, effectId.trim(), evidence.trim());
    if (body !== null) onResolve(body);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choices choice={choice} onChoose={setChoice} isMissing={asked && choice === null} />
      {choice === "executed" && (
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
        <Button type="submit" variant={choice === "retry" ? "danger" : "primary"}>
          {choice === null ? "Resolve" : CHOICES[choice].label}
        </Button>
      </div>
    </form>
  );
}

type ChoicesProps = { choice: Choice | null; onChoose: (choice: Choice) => void; isMissing: boolean };

function Choices({ choice, onChoose, isMissing }: ChoicesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-ink text-sm">What happened</legend>
      {(Object.keys(CHOICES) as Choice[]).map((name) => (
        <label
          key={name}
          className="flex min-h-11 gap-2.5 rounded-md border border-line-field px-3 py-2 text-sm md:min-h-9"
        >
          <input
            type="radio"
            name="choice"
            className="mt-0.5 accent-accent"
            checked={choice === name}
            onChange={() => onChoose(name)}
          />
          <span className="min-w-0">
            <span className="block font-medium text-ink">{CHOICES[name].label}</span>
            <span className="block text-ink-soft">{CHOICES[name].consequence}</span>
          </span>
        </label>
      ))}
      {isMissing && (
        <p role="alert" className="text-bad text-sm">
          Say what happened.
        </p>
      )}
    </fieldset>
  );
}

function toBody(choice: Choice | null, effectId: string, evidence: string): ResolutionBody | null {
  if (choice === null || evidence === "") return null;
  if (choice !== "executed") return { outcome: "not_executed", evidence, then: choice };
  return effectId === "" ? null : { outcome: "executed", effectId, evidence };
}
