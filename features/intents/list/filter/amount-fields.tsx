"use client";

import { useState } from "react";
import { Field, Input } from "@/components/field";
import { type AmountErrors, amountForm, readAmountForm } from "./amount-form";
import { FilterForm, type FilterFormProps } from "./filter-form";

const FIELDS = [
  { name: "from", label: "At least", placeholder: "any" },
  { name: "to", label: "At most", placeholder: "any" },
  { name: "currency", label: "Currency", placeholder: "USD" },
] as const;

export function AmountFields({ filter, onChange, onCancel }: FilterFormProps) {
  const [form, setForm] = useState(() => amountForm(filter));
  const [errors, setErrors] = useState<AmountErrors>({});
  return (
    <FilterForm
      onCancel={onCancel}
      onSubmit={() => {
        const read = readAmountForm(filter, form);
        if ("filter" in read) onChange(read.filter);
        else setErrors(read.errors);
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_7rem]">
        {FIELDS.map(({ name, label, placeholder }) => (
          <Field key={name} label={label} error={errors[name] ?? null}>
            {(control) => (
              <Input
                {...control}
                value={form[name]}
                placeholder={placeholder}
                inputMode={name === "currency" ? undefined : "decimal"}
                maxLength={name === "currency" ? 3 : 60}
                onChange={(event) => setForm({ ...form, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </FilterForm>
  );
}
