"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { ChoiceList } from "@/components/choice-list";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { Select } from "@/components/select";
import { useProblemFocus } from "@/components/use-problem-focus";
import type { AgentDetailDto, NewAgentKeyDto } from "@/lib/wire/agent";
import { KeyEnd } from "./agent-key-item";
import { keyState, LIFETIMES, OVERLAPS, type Overlap } from "./agent-words";
import { notDoneWordsOf } from "./answer-words";
import { NewKey } from "./new-key";
import { type Rotation, rotateKey } from "./queries";
import { type AgentChange, useAgentChange } from "./use-agent-change";

type RotateDialogProps = DialogControl & { agent: AgentDetailDto };

export function RotateDialog({ agent, ...control }: RotateDialogProps) {
  const rotate = useAgentChange((body: Rotation) => rotateKey(agent.id, body));
  const close = () => {
    control.onOpenChange(false);
    // The key leaves the memory of this page together with the dialog.
    rotate.reset();
  };
  return (
    <Dialog
      {...control}
      onOpenChange={(open) => (open ? control.onOpenChange(true) : close())}
      isLocked={rotate.isPending || rotate.isSuccess}
      title={rotate.isSuccess ? "Store this key now" : "A new key"}
      description={
        rotate.isSuccess
          ? "This is the only time that the new key is shown."
          : "The agent gets a new key. Those it has can go on for a while, so that nobody has to switch in one instant."
      }
    >
      {rotate.isSuccess ? (
        <NewKey issued={rotate.data} tool={agent.tools[0]} onDone={close}>
          <KeysNow agent={agent} made={rotate.data} />
        </NewKey>
      ) : (
        <RotateForm hasKeys={agent.liveKeyCount > 0} rotate={rotate} onCancel={close} />
      )}
    </Dialog>
  );
}

type RotateFormProps = { hasKeys: boolean; rotate: AgentChange<Rotation, NewAgentKeyDto>; onCancel: () => void };

function RotateForm({ hasKeys, rotate, onCancel }: RotateFormProps) {
  const [overlap, setOverlap] = useState<Overlap>("24h");
  const [expiresIn, setExpiresIn] = useState("");
  const formRef = useProblemFocus(1, rotate.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!rotate.isPending) rotate.mutate({ overlap, ...(expiresIn !== "" && { expiresIn }) });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {rotate.isError && (
        <FormNotice
          error={rotate.error}
          words={notDoneWordsOf("rotate", rotate.error)}
          pointers={["/overlap", "/expiresIn"]}
        />
      )}
      {hasKeys && (
        <ChoiceList
          legend="The keys it has now go on for"
          choices={OVERLAPS}
          value={overlap}
          onChange={setOverlap}
          error={messageAt(rotate.error, "/overlap")}
        />
      )}
      <Field label="The new key works" error={messageAt(rotate.error, "/expiresIn")}>
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
        <Button type="submit" variant={hasKeys && overlap === "0s" ? "danger" : "primary"} busy={rotate.isPending}>
          {hasKeys && overlap === "0s" ? "Make it, and stop the others" : "Make the new key"}
        </Button>
      </div>
    </form>
  );
}

/** Old and new with their ends, as soon as the agent was read again. */
function KeysNow({ agent, made }: { agent: AgentDetailDto; made: NewAgentKeyDto }) {
  if (!agent.keys.some(({ id }) => id === made.id)) return null;
  const nowMs = Date.now();
  return (
    <div>
      <h3 className="font-medium text-ink text-sm">Keys that work now</h3>
      <ul aria-label="Keys that work now" className="mt-1 space-y-0.5 text-ink-soft text-sm">
        {agent.keys
          .filter((key) => keyState(key, nowMs) === "works")
          .map(({ id, hint, expiresAt }) => (
            <li key={id}>
              <span className="font-mono text-xs">{hint}</span>
              {id === made.id && " (new)"}: <KeyEnd expiresAt={expiresAt} />
            </li>
          ))}
      </ul>
    </div>
  );
}
