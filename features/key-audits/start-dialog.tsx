"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { notDoneWords } from "@/components/answer-words";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { fromLocalInput } from "@/components/local-time";
import { PeriodFields } from "@/components/period-fields";
import { startKeyAudit } from "./queries";

export function StartDialog(control: DialogControl) {
  return (
    <Dialog
      {...control}
      title="Start a key audit"
      description="Looks at the intents that were opened in this time, with everything asked of them since. It only reads; what it finds becomes findings."
    >
      <StartForm onCancel={() => control.onOpenChange(false)} />
    </Dialog>
  );
}

function StartForm({ onCancel }: { onCancel: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const [period, setPeriod] = useState({ from: "", to: "" });
  const start = useMutation({
    mutationFn: startKeyAudit,
    onSuccess: ({ id }) => router.push(`/findings/key-audits/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ["key_audits"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (start.isPending) return;
    const [from, to] = [fromLocalInput(period.from), fromLocalInput(period.to)];
    start.mutate({ ...(from !== null && { from }), ...(to !== null && { to }) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {start.isError && <FormNotice error={start.error} words={notStarted(start.error)} pointers={["/from", "/to"]} />}
      <PeriodFields
        period={period}
        onChange={setPeriod}
        hint="Empty: the last seven days, or the seven before To."
        error={messageAt(start.error, "/from") ?? messageAt(start.error, "/to")}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={start.isPending}>
          Start
        </Button>
      </div>
    </form>
  );
}

function notStarted(error: unknown) {
  return notDoneWords(error, {
    title: "No key audit was started",
    unanswered: {
      title: "It is not known whether it was started",
      body: "No answer came that says so. Look whether it is in the list before you start it again.",
    },
    say: ({ code }) =>
      code === "key_audit_open" ? "One is waiting or running: its result will be in the list soon." : null,
  });
}
