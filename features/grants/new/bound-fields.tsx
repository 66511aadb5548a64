"use client";

import { Button } from "@/components/button";
import { Field, Input, Textarea } from "@/components/field";
import { messageAt } from "@/components/field-problems";
import { toLocalInput } from "@/components/local-time";
import { Select } from "@/components/select";
import { fieldName } from "../field-name";
import { knownCurrency } from "./grant-draft";
import type { FormPart } from "./grant-form";
import type { PinnableField } from "./pinnable-fields";

const HOUR_MS = 3_600_000;
const SPANS = [
  { label: "1 hour", ms: HOUR_MS },
  { label: "1 day", ms: 24 * HOUR_MS },
  { label: "7 days", ms: 7 * 24 * HOUR_MS },
  { label: "30 days", ms: 30 * 24 * HOUR_MS },
];

type BoundFieldsProps = FormPart & { fields: PinnableField[] };

/** When it ends, how often and how much. */
export function BoundFields({ draft, fields, onChange, problems, refusal }: BoundFieldsProps) {
  const at = (pointer: string) => problems[pointer] ?? messageAt(refusal, pointer);
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="Ends" hint="In your own time zone. At most 366 days from now." error={at("/expiresAt")}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              required
              value={draft.expiresAt}
              onChange={(event) => onChange({ ...draft, expiresAt: event.target.value })}
            />
          )}
        </Field>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own */}
        <div role="group" aria-label="Ends in" className="flex flex-wrap gap-2">
          {SPANS.map(({ label, ms }) => (
            <Button
              key={label}
              onClick={() => onChange({ ...draft, expiresAt: toLocalInput(new Date(Date.now() + ms).toISOString()) })}
            >
              In {label}
            </Button>
          ))}
        </div>
      </div>
      <Field
        label="Uses at most (optional)"
        hint="Empty: as often as it is asked for until it ends."
        error={at("/usesMax")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={draft.usesMax}
            onChange={(event) => onChange({ ...draft, usesMax: event.target.value })}
          />
        )}
      </Field>
      <SumFields draft={draft} fields={fields} onChange={onChange} problems={problems} refusal={refusal} />
      <Field label="Reason (optional)" hint="Why nobody has to be asked. Other admins read it." error={at("/reason")}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={2_000}
            value={draft.reason}
            onChange={(event) => onChange({ ...draft, reason: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** A ceiling over all uses together, where the tool has something that can be added up. */
function SumFields({ draft, fields, onChange, refusal }: BoundFieldsProps) {
  const summable = fields.filter(({ isSummable }) => isSummable);
  const chosen = summable.find(({ pointer }) => pointer === draft.sum) ?? onlyMoney(summable) ?? summable[0];
  if (chosen === undefined) return null;
  const currency = knownCurrency(draft, chosen);
  const change = (part: { sumMax?: string; sum?: string }) => onChange({ ...draft, sum: chosen.pointer, ...part });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field
        label={`All uses together at most${currency === null ? "" : `, in ${currency}`} (optional)`}
        hint={sumHint(chosen, currency)}
        error={messageAt(refusal, "/sumMax")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={draft.sumMax}
            onChange={(event) => change({ sumMax: event.target.value })}
          />
        )}
      </Field>
      {summable.length > 1 && (
        <Field label="What is added up" error={messageAt(refusal, "/sum")}>
          {(control) => (
            <Select {...control} value={chosen.pointer} onChange={(event) => change({ sum: event.target.value })}>
              {summable.map(({ pointer }) => (
                <option key={pointer} value={pointer}>
                  {fieldName(pointer)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

function onlyMoney(fields: PinnableField[]): PinnableField | undefined {
  return fields.find(({ as }) => as === "money");
}

function sumHint({ pointer, as }: PinnableField, currency: string | null): string {
  const name = fieldName(pointer);
  if (as === "money" && currency === null) return `Adds up ${name}. Needs one currency: pin it above.`;
  return `Adds up ${name}. Empty: no ceiling.`;
}
