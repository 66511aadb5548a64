"use client";

import { Field, Input } from "@/components/field";
import type { Proof } from "../decide/risk";

type ProofFieldProps = {
  proof: Proof;
  /** What it is typed for: "approve", "order it". */
  verb: string;
  typed: string;
  onTyped: (typed: string) => void;
  /** They tried without it. */
  asked: boolean;
};

/** What cannot be taken back is typed, exactly as it is shown. */
export function ProofField({ proof, verb, typed, onTyped, asked }: ProofFieldProps) {
  return (
    <Field
      label={`To ${verb}, type ${proof.what}`}
      hint={
        <>
          Exactly <code className="select-none font-mono text-ink">{proof.text}</code>, capital and small letters as
          shown.
        </>
      }
      error={asked && typed !== proof.text ? `That is not ${proof.what}. Type exactly: ${proof.text}` : null}
    >
      {(control) => (
        <Input
          {...control}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
