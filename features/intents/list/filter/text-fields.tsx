"use client";

import { useState } from "react";
import { Field, Input } from "@/components/field";
import { FilterForm, type FilterFormProps } from "./filter-form";

type TextFieldsProps = FilterFormProps & { name: "run" | "effectId" | "identity" };

const WORDS = {
  run: { label: "Run", lengthMax: 255, hint: undefined },
  effectId: { label: "Effect id", lengthMax: 4_000, hint: undefined },
  identity: {
    label: "Identity value",
    lengthMax: 1_000,
    hint: "Written as you would: an address in any case, a phone number in its international form.",
  },
};

export function TextFields({ filter, onChange, onCancel, name }: TextFieldsProps) {
  const { label, hint, lengthMax } = WORDS[name];
  const [text, setText] = useState(filter[name] ?? "");
  const [asked, setAsked] = useState(false);
  const isMissing = text.trim() === "";
  return (
    <FilterForm
      onCancel={onCancel}
      onSubmit={() => {
        setAsked(true);
        if (!isMissing) onChange({ ...filter, [name]: text.trim() });
      }}
    >
      <Field label={label} hint={hint} error={asked && isMissing ? "Write what to look for." : null}>
        {(control) => (
          <Input {...control} value={text} maxLength={lengthMax} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
    </FilterForm>
  );
}
