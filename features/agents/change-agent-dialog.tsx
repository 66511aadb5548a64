"use client";

import { type FormEvent, useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { FormNotice } from "@/components/form-notice";
import { useProblemFocus } from "@/components/use-problem-focus";
import type { AgentDetailDto, ChangeAgentBody } from "@/lib/wire/agent";
import { findProblems, termsOf, toBody } from "./agent-terms";
import { notDoneWordsOf } from "./answer-words";
import { changeAgent } from "./queries";
import { TermsFields } from "./terms-fields";
import { type AgentChange, useAgentChange } from "./use-agent-change";

type ChangeAgentDialogProps = DialogControl & { agent: AgentDetailDto; onChanged: () => void };

export function ChangeAgentDialog({ agent, onChanged, ...control }: ChangeAgentDialogProps) {
  const change = useAgentChange((body: ChangeAgentBody) => changeAgent(agent.id, body));
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
        <>
          Change <AgentLine text={agent.name} />
        </>
      }
      description="It counts from the next submission on. Keys and open intents stay as they are."
    >
      <ChangeForm
        agent={agent}
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
  agent: AgentDetailDto;
  change: AgentChange<ChangeAgentBody, AgentDetailDto>;
  onCancel: () => void;
  onChanged: () => void;
};

function ChangeForm({ agent, change, onCancel, onChanged }: ChangeFormProps) {
  const [terms, setTerms] = useState(() => termsOf(agent));
  const [askedCount, setAskedCount] = useState(0);
  const asked = askedCount > 0;
  const formRef = useProblemFocus(askedCount, change.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAskedCount(askedCount + 1);
    if (Object.keys(findProblems(terms)).length > 0 || change.isPending) return;
    change.mutate(toBody(terms), { onSuccess: onChanged });
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {change.isError && (
        <FormNotice
          error={change.error}
          words={notDoneWordsOf("change", change.error)}
          pointers={["/labels", "/tools", "/mayRepeat"]}
        />
      )}
      <TermsFields
        terms={terms}
        onChange={setTerms}
        problems={asked ? findProblems(terms) : {}}
        refusal={change.error}
      />
      <div className="flex items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={change.isPending}>
          Save the change
        </Button>
      </div>
    </form>
  );
}
