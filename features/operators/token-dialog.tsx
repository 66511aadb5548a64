"use client";

import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { Select } from "@/components/select";
import { ShownOnce } from "@/components/shown-once";
import { useProblemFocus } from "@/components/use-problem-focus";
import type { CreateTokenBody, NewOperatorTokenDto, OperatorAccountDto } from "@/lib/wire/operator";
import { notDoneWordsOf } from "./answer-words";
import { createToken } from "./queries";
import { roleLabel } from "./role-words";
import { type OperatorMutation, useOperatorChange } from "./use-operator-change";

/** Tokens are forgotten; most of them should end by themselves. */
const LIFETIMES = [
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "365 days" },
  { value: "", label: "Until it is revoked" },
];

type TokenDialogProps = DialogControl & { operator: OperatorAccountDto };

export function TokenDialog({ operator, ...control }: TokenDialogProps) {
  const create = useOperatorChange((body: CreateTokenBody) => createToken(operator.id, body));
  const close = () => {
    control.onOpenChange(false);
    // The token leaves the memory of this page together with the dialog.
    create.reset();
  };
  return (
    <Dialog
      {...control}
      onOpenChange={(open) => (open ? control.onOpenChange(true) : close())}
      isLocked={create.isPending || create.isSuccess}
      title={create.isSuccess ? "Store this token now" : "New token"}
      description={
        create.isSuccess ? (
          "This is the only time that the token is shown."
        ) : (
          <>
            Whoever holds it acts as <AgentLine text={operator.name} />, with the role{" "}
            {roleLabel(operator.role).toLowerCase()}. What it does is kept under this name.
          </>
        )
      }
    >
      {create.isSuccess ? (
        <ShownOnce title="Shown this once" secrets={secretsOf(create.data.token)} onDone={close} />
      ) : (
        <TokenForm create={create} onCancel={close} />
      )}
    </Dialog>
  );
}

function secretsOf(token: string) {
  const curl = [`curl -sS '${window.location.origin}/api/v1/session' \\`, `  -H 'Authorization: Bearer ${token}'`].join(
    "\n",
  );
  return [
    { name: "Token", what: "the token", value: token },
    {
      name: "See that it works",
      what: "the command that tries the token",
      value: curl,
      hint: "Says whose token it is and changes nothing.",
    },
  ];
}

type TokenFormProps = { create: OperatorMutation<CreateTokenBody, NewOperatorTokenDto>; onCancel: () => void };

function TokenForm({ create, onCancel }: TokenFormProps) {
  const [name, setName] = useState("");
  const [expiresIn, setExpiresIn] = useState("90d");
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, create.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    if (name.trim() === "" || create.isPending) return;
    create.mutate({ name: name.trim(), ...(expiresIn !== "" && { expiresIn }) });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {create.isError && (
        <FormNotice
          error={create.error}
          words={notDoneWordsOf("token", create.error)}
          pointers={["/name", "/expiresIn"]}
        />
      )}
      <Field
        label="Name"
        hint="What it is for, such as nightly reconciliation."
        error={
          asked && name.trim() === ""
            ? "Give it a name: somebody will have to know what it is for."
            : messageAt(create.error, "/name")
        }
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
        label="Works for"
        hint={expiresIn === "" ? "It works until somebody remembers to revoke it." : undefined}
        error={messageAt(create.error, "/expiresIn")}
      >
        {(control) => (
          <Select {...control} value={expiresIn} onChange={(event) => setExpiresIn(event.target.value)}>
            {LIFETIMES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Make the token
        </Button>
      </div>
    </form>
  );
}
