"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { useProblemFocus } from "@/components/use-problem-focus";
import type { CreatedAgentDto } from "@/lib/wire/agent";
import { ProblemError } from "@/lib/wire/fetch-json";
import { type AgentTerms, findProblems, NEW_TERMS, toBody } from "./agent-terms";
import { notDoneWordsOf } from "./answer-words";
import { NewKey } from "./new-key";
import { createAgent, type NewAgent } from "./queries";
import { TermsFields } from "./terms-fields";
import { type AgentChange, useAgentChange } from "./use-agent-change";

const POINTERS = ["/name", "/namespace", "/labels", "/tools", "/mayRepeat"];

type CreateAgentDialogProps = DialogControl & { onCreated: () => void };

export function CreateAgentDialog({ onCreated, ...control }: CreateAgentDialogProps) {
  const create = useAgentChange(createAgent);
  const close = () => {
    control.onOpenChange(false);
    // The key leaves the memory of this page together with the dialog.
    create.reset();
  };
  return (
    <Dialog
      {...control}
      onOpenChange={(open) => (open ? control.onOpenChange(true) : close())}
      isLocked={create.isPending || create.isSuccess}
      title={create.isSuccess ? "Store this key now" : "New agent"}
      description={
        create.isSuccess
          ? "The agent is there. This is the only time that its key is shown."
          : "A program that may submit intents. It gets a key of its own, so that it can be told apart and stopped."
      }
    >
      {create.isSuccess ? (
        <NewKey
          issued={create.data}
          tool={create.data.tools[0]}
          onDone={() => {
            close();
            onCreated();
          }}
        />
      ) : (
        <CreateForm create={create} onCancel={close} />
      )}
    </Dialog>
  );
}

type CreateFormProps = { create: AgentChange<NewAgent, CreatedAgentDto>; onCancel: () => void };

function CreateForm({ create, onCancel }: CreateFormProps) {
  const [name, setName] = useState("");
  const [namespace, setNamespace] = useState("default");
  const [terms, setTerms] = useState<AgentTerms>(NEW_TERMS);
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, create.error);
  const problems = asked ? findProblems(terms) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    if (name.trim() === "" || Object.keys(findProblems(terms)).length > 0 || create.isPending) return;
    create.mutate({ name: name.trim(), namespace: namespace.trim() || "default", ...toBody(terms) });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {create.isError && (
        <FormNotice error={create.error} words={notDoneWordsOf("create", create.error)} pointers={POINTERS} />
      )}
      <Field
        label="Name"
        hint="What operators read beside everything it asks for."
        error={asked && name.trim() === "" ? "Give it a name." : nameProblem(create.error)}
      >
        {(control) => (
          <Input
            {...control}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Namespace"
        hint="Agents see only the intents of their own namespace, and keys are apart. It cannot be changed later."
        error={messageAt(create.error, "/namespace")}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={64}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={namespace}
            onChange={(event) => setNamespace(event.target.value)}
          />
        )}
      </Field>
      <TermsFields terms={terms} onChange={setTerms} problems={problems} refusal={create.error} />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create the agent
        </Button>
      </div>
    </form>
  );
}

function nameProblem(error: unknown): string | null {
  const isTaken = error instanceof ProblemError && error.problem.code === "name_taken";
  return isTaken ? `${error.message} ${error.problem.correctiveAction}` : messageAt(error, "/name");
}
