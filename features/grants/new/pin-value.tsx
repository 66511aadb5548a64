"use client";

import { Input, Textarea } from "@/components/field";
import { Select } from "@/components/select";
import { revealedText } from "@/components/visible-characters";
import type { PinTest } from "./grant-draft";
import type { PinnableField } from "./pinnable-fields";

type PinValueProps = {
  "aria-label": string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  className: string;
  field: PinnableField;
  test: PinTest;
  value: string;
  onValue: (value: string) => void;
};

/** Where a value is typed or chosen, as the argument allows it. */
export function PinValue({ field, test, onValue, ...control }: PinValueProps) {
  const { kind } = field.value;
  const onChange = (event: { target: { value: string } }) => onValue(event.target.value);
  if (test === "eq" && (kind === "choice" || kind === "boolean")) {
    const values = field.value.kind === "choice" ? field.value.values : ["true", "false"];
    return (
      <span className="min-w-0 flex-1">
        <Select {...control} onChange={onChange}>
          <option value="">Choose</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {revealedText(value)}
            </option>
          ))}
        </Select>
      </span>
    );
  }
  if (kind === "json") return <Textarea {...control} spellCheck={false} onChange={onChange} />;
  return (
    <Input
      {...control}
      inputMode={kind === "number" && test !== "in" ? "decimal" : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={onChange}
    />
  );
}
