"use client";

import { useId, useRef } from "react";
import { Button } from "@/components/button";
import { Panel } from "@/components/panel";
import type { Check } from "../use-check";
import type { DraftControl } from "../use-draft";
import { ContractEditor, type EditorHandle } from "./contract-editor";
import { ErrorList } from "./error-list";
import { usePlacedErrors } from "./use-placed-errors";

/** The text, and what the server says about it while it is written. */
export function EditorPanel({ draft, check }: { draft: DraftControl; check: Check }) {
  const statusId = useId();
  const editorRef = useRef<EditorHandle>(null);
  const errors = usePlacedErrors(draft.text, check.kind === "mistaken" ? check.error : null);
  return (
    <Panel
      title="Contract"
      aside={
        draft.isOwn && (
          <Button variant="ghost" onClick={draft.drop}>
            Discard my changes
          </Button>
        )
      }
    >
      <ContractEditor ref={editorRef} text={draft.text} onWrite={draft.write} errors={errors} describedBy={statusId} />
      {/* That it is valid stands among what is known of the text, beside the button to publish it. */}
      <p id={statusId} role="status" className={check.kind === "valid" ? "sr-only" : "px-4 py-2 text-ink-soft"}>
        {statusWords(check, errors.length)}
      </p>
      <ErrorList errors={errors} onGoTo={(line) => editorRef.current?.goTo(line)} />
    </Panel>
  );
}

function statusWords(check: Check, errorCount: number): string {
  switch (check.kind) {
    case "valid":
      return "Valid.";
    case "mistaken":
      return errorCount === 1 ? "One mistake stands in the way." : `${errorCount} mistakes stand in the way.`;
    case "checking":
      return "Checking…";
    case "failed":
      return "It could not be checked.";
  }
}
