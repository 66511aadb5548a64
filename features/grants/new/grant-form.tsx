"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { FormNotice } from "@/components/form-notice";
import { toLocalInput } from "@/components/local-time";
import { Skeleton } from "@/components/skeleton";
import { useProblemFocus } from "@/components/use-problem-focus";
import { notGivenWords } from "../answer-words";
import { pinPointer } from "../field-name";
import { NEVER_OVERRIDES } from "../grant-words";
import { contractQuery } from "../queries";
import { BoundFields } from "./bound-fields";
import { findProblems, type GrantDraft, type Problems, toBody } from "./grant-draft";
import { GrantPreview } from "./grant-preview";
import { GranteeFields } from "./grantee-fields";
import { PinFields } from "./pin-fields";
import { pinnableFields, refusesGrants } from "./pinnable-fields";
import { NoGrantPossible, ToolField } from "./tool-field";
import type { Give } from "./use-give";

const WEEK_MS = 604_800_000;

function newDraft(tool: string): GrantDraft {
  return {
    tool,
    grantee: "agent",
    agentId: "",
    namespace: "default",
    pins: {},
    expiresAt: toLocalInput(new Date(Date.now() + WEEK_MS).toISOString()),
    usesMax: "",
    sumMax: "",
    sum: "",
    reason: "",
  };
}

/** Built from the tool's contract: what it has can be pinned, and nothing else. */
export function GrantForm({ tool, give }: { tool: string; give: Give }) {
  const [draft, setDraft] = useState(() => newDraft(tool));
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, give.error);
  const contract = useQuery({ ...contractQuery(draft.tool), enabled: draft.tool !== "" });
  const fields = contract.data ? pinnableFields(contract.data.definition) : [];
  const problems = asked ? findProblems(draft, fields, Date.now()) : {};
  const isRefused = contract.data !== undefined && refusesGrants(contract.data.definition);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    const found = findProblems(draft, fields, Date.now());
    if (Object.keys(found).length === 0 && !give.isPending) give.mutate(toBody(draft, fields));
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex max-w-3xl flex-col gap-6 p-4 md:p-6">
      <p className="text-ink-soft">{NEVER_OVERRIDES}</p>
      {give.isError && (
        <FormNotice error={give.error} words={notGivenWords(give.error)} pointers={pointersOf(fields)} />
      )}
      <ToolField
        draft={draft}
        onChange={(next) => {
          setAskedCount(0);
          setDraft({ ...draft, tool: next, pins: {}, sum: "", sumMax: "" });
        }}
        problem={problems["/tool"] ?? null}
        refusal={give.error}
      />
      {contract.isLoading && <FieldsSkeleton />}
      {contract.isError && (
        <ErrorPanel
          title="The contract of this tool could not be loaded"
          error={contract.error}
          retry={contract.refetch}
          retrying={contract.isFetching}
        />
      )}
      {contract.data && isRefused && <NoGrantPossible />}
      {contract.data && !isRefused && (
        <>
          <PinFields draft={draft} fields={fields} onChange={setDraft} problems={problems} refusal={give.error} />
          <GranteeFields draft={draft} onChange={setDraft} problems={problems} refusal={give.error} />
          <BoundFields draft={draft} fields={fields} onChange={setDraft} problems={problems} refusal={give.error} />
          <GrantPreview draft={draft} fields={fields} title={contract.data.title} />
          <div className="flex justify-end gap-2">
            <Button type="submit" variant="primary" size="lg" busy={give.isPending}>
              Give the grant
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

export type FormPart = {
  draft: GrantDraft;
  onChange: (draft: GrantDraft) => void;
  /** What this page already knows to be wrong. */
  problems: Problems;
  /** What the server said. */
  refusal: unknown;
};

function pointersOf(fields: { pointer: string }[]): string[] {
  const pins = fields.map(({ pointer }) => pinPointer(pointer));
  return ["/tool", "/agentId", "/namespace", "/expiresAt", "/usesMax", "/sumMax", "/sum", "/reason", ...pins];
}

function FieldsSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading the tool’s contract</span>
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-2/3" />
    </div>
  );
}
