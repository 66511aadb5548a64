"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Field, Input } from "@/components/field";
import { fromLocalInput, toLocalInput } from "@/components/local-time";
import { PeriodFields } from "@/components/period-fields";
import type { EventFilter } from "./event-filter";

type FilterDialogProps = DialogControl & { filter: EventFilter; onChange: (filter: EventFilter) => void };

export function FilterDialog({ filter, onChange, ...control }: FilterDialogProps) {
  return (
    <Dialog
      {...control}
      title="Narrow the log"
      description="By ids, exactly as the log has them, and by when it happened."
    >
      <FilterForm
        filter={filter}
        onCancel={() => control.onOpenChange(false)}
        onApply={(next) => {
          control.onOpenChange(false);
          onChange(next);
        }}
      />
    </Dialog>
  );
}

const FIELDS = [
  { name: "actor", label: "Actor", hint: "The id of an operator, an agent, a worker or a rule.", max: 200 },
  { name: "intent", label: "Intent", hint: "int_…", max: 64 },
  { name: "subject", label: "Subject", hint: "A tool, an agent, an operator, a grant, an attempt, …", max: 200 },
] as const;

type FilterFormProps = { filter: EventFilter; onCancel: () => void; onApply: (filter: EventFilter) => void };

function FilterForm({ filter, onCancel, onApply }: FilterFormProps) {
  const [texts, setTexts] = useState({
    actor: filter.actor ?? "",
    intent: filter.intent ?? "",
    subject: filter.subject ?? "",
  });
  const [period, setPeriod] = useState({ from: toLocalInput(filter.from ?? ""), to: toLocalInput(filter.to ?? "") });
  const isBackwards = period.from !== "" && period.to !== "" && period.from >= period.to;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBackwards) return;
    const [from, to] = [fromLocalInput(period.from) ?? undefined, fromLocalInput(period.to) ?? undefined];
    const isFixed = from !== undefined || to !== undefined;
    onApply({
      type: filter.type,
      actor: texts.actor.trim() || undefined,
      intent: texts.intent.trim() || undefined,
      subject: texts.subject.trim() || undefined,
      ...(isFixed ? { from, to } : { last: filter.last }),
    });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {FIELDS.map(({ name, label, hint, max }) => (
        <Field key={name} label={label} hint={hint}>
          {(control) => (
            <Input
              {...control}
              maxLength={max}
              autoComplete="off"
              spellCheck={false}
              value={texts[name]}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <PeriodFields
        period={period}
        onChange={setPeriod}
        hint="Either may stay empty."
        error={isBackwards ? "From must be earlier than To." : null}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Show these
        </Button>
      </div>
    </form>
  );
}
