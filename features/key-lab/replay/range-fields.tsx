import { Field, Input } from "@/components/field";
import { Select } from "@/components/select";
import { RANGES, type RangeForm, type RangeName } from "./replay-range";

type RangeFieldsProps = { form: RangeForm; onChange: (form: RangeForm) => void; error: string | null };

/** Which part of the record is replayed. */
export function RangeFields({ form, onChange, error }: RangeFieldsProps) {
  const set = (more: Partial<RangeForm>) => onChange({ ...form, ...more });
  const isBetween = form.range === "between";
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field label="Time">
        {(control) => (
          <Select {...control} value={form.range} onChange={(event) => set({ range: event.target.value as RangeName })}>
            {RANGES.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isBetween && (
        <Field label="From" hint="Your own time" error={error}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={form.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
        </Field>
      )}
      {isBetween && (
        <Field label="To" hint="Empty: now">
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={form.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Namespace">
        {(control) => (
          <Input
            {...control}
            placeholder="All of them"
            maxLength={128}
            autoComplete="off"
            value={form.namespace}
            onChange={(event) => set({ namespace: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
