"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { ChoiceList } from "@/components/choice-list";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { useProblemFocus } from "@/components/use-problem-focus";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { CreateOperatorBody, OperatorAccountDto } from "@/lib/wire/operator";
import { notDoneWordsOf } from "./answer-words";
import { PasswordField } from "./password-field";
import { passwordProblem } from "./password-rule";
import { createOperator } from "./queries";
import { ROLES, type Role } from "./role-words";
import { type OperatorMutation, useOperatorChange } from "./use-operator-change";

const POINTERS = ["/name", "/email", "/role", "/password"];

type CreateOperatorDialogProps = DialogControl & { onCreated: () => void };

export function CreateOperatorDialog({ onCreated, ...control }: CreateOperatorDialogProps) {
  const create = useOperatorChange(createOperator);
  const close = () => {
    control.onOpenChange(false);
    create.reset();
  };
  return (
    <Dialog
      {...control}
      onOpenChange={(open) => (open ? control.onOpenChange(true) : close())}
      isLocked={create.isPending}
      title="New operator"
      description="Somebody who may look, decide or manage. Everything that they do is kept under their name."
    >
      <CreateForm
        create={create}
        onCancel={close}
        onCreated={() => {
          close();
          onCreated();
        }}
      />
    </Dialog>
  );
}

type CreateFormProps = {
  create: OperatorMutation<CreateOperatorBody, OperatorAccountDto>;
  onCancel: () => void;
  onCreated: () => void;
};

function CreateForm({ create, onCancel, onCreated }: CreateFormProps) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role | null>(null);
  const [password, setPassword] = useState("");
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, create.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    const isComplete = name.trim() !== "" && email.trim() !== "" && role !== null;
    if (!isComplete || (password !== "" && passwordProblem(password) !== null) || create.isPending) return;
    const body = { name: name.trim(), email: email.trim(), role, ...(password !== "" && { password }) };
    create.mutate(body, { onSuccess: onCreated });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {create.isError && (
        <FormNotice error={create.error} words={notDoneWordsOf("create", create.error)} pointers={POINTERS} />
      )}
      <Field label="Name" error={asked && name.trim() === "" ? "Give them a name." : messageAt(create.error, "/name")}>
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
        label="E-mail"
        hint="They sign in with it. It cannot be changed later."
        error={asked && email.trim() === "" ? "Enter their e-mail address." : emailProblem(create.error)}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <ChoiceList
        legend="Role"
        choices={ROLES}
        value={role}
        onChange={setRole}
        error={asked && role === null ? "Choose what they may do." : messageAt(create.error, "/role")}
      />
      <PasswordField
        label="Password (optional)"
        note="Without one they cannot sign in here; tokens for scripts work either way."
        password={password}
        onChange={setPassword}
        isAsked={asked && password !== ""}
        refusal={messageAt(create.error, "/password")}
      />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create the operator
        </Button>
      </div>
    </form>
  );
}

function emailProblem(error: unknown): string | null {
  const isTaken = error instanceof ProblemError && error.problem.code === "email_taken";
  return isTaken ? `${error.message} ${error.problem.correctiveAction}` : messageAt(error, "/email");
}
