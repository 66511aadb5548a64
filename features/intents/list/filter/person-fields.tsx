"use client";

import { useState } from "react";
import { Field, Input } from "@/components/field";
import { Select } from "@/components/select";
import { FilterForm, type FilterFormProps } from "./filter-form";
import type { Person } from "./use-people";

type PersonFieldsProps = FilterFormProps & { name: "agent" | "operator"; people: readonly Person[] };

const OTHER = "";
const WORDS = { agent: { label: "Agent", prefix: "agt_" }, operator: { label: "Operator", prefix: "opr_" } };

/** By name where it is known, else by id. */
export function PersonFields({ filter, onChange, onCancel, name, people }: PersonFieldsProps) {
  const { label, prefix } = WORDS[name];
  const now = filter[name];
  const [chosen, setChosen] = useState(
    people.find(({ id }) => id === now)?.id ?? (now === undefined ? people[0]?.id : OTHER) ?? OTHER,
  );
  const [typed, setTyped] = useState(now ?? "");
  const [asked, setAsked] = useState(false);
  const id = chosen === OTHER ? typed.trim() : chosen;
  const isOne = id.startsWith(prefix) && id.length <= 64;
  return (
    <FilterForm
      onCancel={onCancel}
      onSubmit={() => {
        setAsked(true);
        if (isOne) onChange({ ...filter, [name]: id });
      }}
    >
      {people.length > 0 && (
        <Field label={label}>
          {(control) => (
            <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {people.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
              <option value={OTHER}>Another, by id</option>
            </Select>
          )}
        </Field>
      )}
      {chosen === OTHER && (
        <Field label={`${label}’s id`} error={asked && !isOne ? `Write an id that begins with ${prefix}` : null}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={64}
              spellCheck={false}
              placeholder={`${prefix}…`}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
    </FilterForm>
  );
}
