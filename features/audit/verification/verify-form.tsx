"use client";

import ShieldCheck from "lucide-react/icons/shield-check";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Field, Input, Textarea } from "@/components/field";
import { Panel } from "@/components/panel";
import type { OperatorDto } from "@/lib/wire/session";
import { parsePublicKeys } from "../verify/public-keys";
import type { Order } from "../verify/run";
import { parseSealName } from "../verify/seal";
import type { Trust } from "./outcome-words";
import { RememberedSealLine } from "./remembered-seal-line";
import { useRememberedSeal } from "./use-remembered-seal";
import { FileField, KeyChoice, SourceChoice } from "./verify-choices";

type VerifyFormProps = {
  role: OperatorDto["role"] | null;
  /** PEM. */
  toldKeys: string;
  isRunning: boolean;
  onStart: (order: Order, trust: Trust) => void;
};

export function VerifyForm({ role, toldKeys, isRunning, onStart }: VerifyFormProps) {
  const mayExport = role !== "viewer";
  const [chosen, setSource] = useState<"log" | "file">("log");
  const source = mayExport ? chosen : "file";
  const [file, setFile] = useState<File | null>(null);
  const [keys, setKeys] = useState<"told" | "kept">("told");
  const [kept, setKept] = useState("");
  const [knownText, setKnownText] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { remembered, forget } = useRememberedSeal();

  const named = parseSealName(knownText);
  const faults = {
    file: source === "file" && file === null ? "Choose the export." : null,
    kept: keys === "kept" && parsePublicKeys(kept) === null ? "Paste a public Ed25519 key in PEM." : null,
    known: knownText.trim() !== "" && named === null ? "Expected NUMBER:HASH, or the JSON of a seal." : null,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isRunning || Object.values(faults).some((fault) => fault !== null)) return;
    const own = source === "log" ? remembered : null;
    const lastSeal = named ?? (own === null ? null : { number: own.number, hash: own.hash });
    const known =
      lastSeal === null ? null : ({ number: lastSeal.number, from: named === null ? "browser" : "person" } as const);
    onStart(
      {
        source: source === "file" && file !== null ? { kind: "file", file } : { kind: "log" },
        keys: keys === "kept" ? kept : toldKeys,
        lastSeal,
      },
      { keys, known },
    );
  }

  return (
    <Panel title="Verify the log in this browser">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-4 py-3">
        <SourceChoice mayExport={mayExport} source={source} onChange={setSource} />
        {source === "file" && <FileField file={file} onChange={setFile} error={isAsked ? faults.file : null} />}
        <KeyChoice keys={keys} onChange={setKeys} />
        {keys === "kept" && (
          <Field label="Public key" hint="One or several, in PEM. Sent nowhere." error={isAsked ? faults.kept : null}>
            {(control) => (
              <Textarea
                {...control}
                className={`${control.className} font-mono md:text-xs`}
                spellCheck={false}
                autoComplete="off"
                placeholder="-----BEGIN PUBLIC KEY-----"
                value={kept}
                onChange={(event) => setKept(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label="A seal that you know of (optional)"
          hint="NUMBER:HASH as it was published, or its JSON. Without one nobody can tell whether the end was cut off."
          error={isAsked ? faults.known : null}
        >
          {(control) => (
            <Input
              {...control}
              className={`${control.className} font-mono md:text-xs`}
              spellCheck={false}
              autoComplete="off"
              value={knownText}
              onChange={(event) => setKnownText(event.target.value)}
            />
          )}
        </Field>
        {source === "log" && remembered !== null && knownText.trim() === "" && (
          <RememberedSealLine seal={remembered} onForget={forget} />
        )}
        <div>
          <Button type="submit" variant="primary" size="lg" busy={isRunning}>
            {!isRunning && <ShieldCheck aria-hidden />}
            {isRunning ? "Verifying" : "Verify"}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
