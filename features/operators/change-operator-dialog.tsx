"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { ChoiceList } from "@/components/choice-list";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { Notice } from "@/components/notice";
import { useProblemFocus } from "@/components/use-problem-focus";
import type { ChangeOperatorBody, OperatorAccountDto } from "@/lib/wire/operator";
import { notDoneWordsOf } from "./answer-words";
import { PasswordField } from "./password-field";
import { passwordProblem } from "./password-rule";
import { changeOperator } from "./queries";
import { ROLES, type Role, selfWarning } from "./role-words";
import { type OperatorMutation, useOperatorChange } from "./use-operator-change";

type ChangeOperatorDialogProps = DialogControl & {
  operator: OperatorAccountDto;
  isSelf: boolean;
  onChanged: () => void;
};

export function ChangeOperatorDialog({ operator, isSelf, onChanged, ...control }: ChangeOperatorDialogProps) {
  const change = useOperatorChange((body: ChangeOperatorBody) => changeOperator(operator.id, body));
  const close = () => {
    control.onOpenChange(false);
    change.reset();
  };
  return (
    <Dialog
      {...control}
      onOpenChange={(open) => (open ? control.onOpenChange(true) : close())}
      isLocked={change.isPending}
      title={
        isSelf ? (
          "Change yourself"
        ) : (
          <>
            Change <AgentLine text={operator.name} />
          </>
        )
      }
      description="A new role counts at once, also for sessions and tokens that are open."
    >
      <ChangeForm
        operator={operator}
        isSelf={isSelf}
        change={change}
        onCancel={close}
        onChanged={() => {
          close();
          onChanged();
        }}
      />
    </Dialog>
  );
}

type ChangeFormProps = {
  operator: OperatorAccountDto;
  isSelf: boolean;
  change: OperatorMutation<ChangeOperatorBody, OperatorAccountDto>;
  onCancel: () => void;
  onChanged: () => void;
};

function ChangeForm({ operator, isSelf, change, onCancel, onChanged }: ChangeFormProps) {
  const [name, setName] = useState(operator.name);
  const [role, setRole] = useState<Role>(operator.role);
  const [password, setPassword] = useState("");
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, change.error);
  const warning = isSelf ? selfWarning(operator.role, role) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    if (name.trim() === "" || (password !== "" && passwordProblem(password) !== null) || change.isPending) return;
    change.mutate({ name: name.trim(), role, ...(password !== "" && { password }) }, { onSuccess: onChanged });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {change.isError && (
        <FormNotice
          error={change.error}
          words={notDoneWordsOf("change", change.error)}
          pointers={["/name", "/role", "/password"]}
        />
      )}
      <Field label="Name" error={asked && name.trim() === "" ? "Give them a name." : messageAt(change.error, "/name")}>
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
      <ChoiceList
        legend="Role"
        choices={ROLES}
        value={role}
        onChange={setRole}
        error={messageAt(change.error, "/role")}
      />
      {warning && <Notice tone="warn" icon={TriangleAlert} role="status" title={warning} />}
      <PasswordField
        label={operator.hasPassword ? "New password (optional)" : "Password (optional)"}
        note={passwordNote(operator, isSelf)}
        password={password}
        onChange={setPassword}
        isAsked={asked && password !== ""}
        refusal={messageAt(change.error, "/password")}
      />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={warning ? "danger" : "primary"} busy={change.isPending}>
          {warning ? "Lower my own role" : "Save the change"}
        </Button>
      </div>
    </form>
  );
}

function passwordNote({ hasPassword }: OperatorAccountDto, isSelf: boolean): string {
  if (!hasPassword) return "With one they can sign in here.";
  return isSelf
    ? "Leave it empty to keep yours. A new one signs you out everywhere but here."
    : "Leave it empty to keep theirs. A new one signs them out everywhere.";
}
