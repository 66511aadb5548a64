"use client";

import { useState } from "react";
import { fromLocalInput, toLocalInput } from "@/components/local-time";
import { PeriodFields } from "@/components/period-fields";
import { FilterForm, type FilterFormProps } from "./filter-form";
import { withoutFilters } from "./filter-words";

export function TimeFields({ filter, onChange, onCancel }: FilterFormProps) {
  const [period, setPeriod] = useState({ from: toLocal(filter.from), to: toLocal(filter.to) });
  const [error, setError] = useState<string | null>(null);
  function submit() {
    const [from, to] = [fromLocalInput(period.from), fromLocalInput(period.to)];
    if (from === null && to === null) setError("Choose at least one of the two.");
    else if (from !== null && to !== null && from >= to) setError("The end must be later than the beginning.");
    else {
      const rest = withoutFilters(filter, ["period", "from", "to"]);
      onChange({ ...rest, ...(from !== null && { from }), ...(to !== null && { to }) });
    }
  }
  return (
    <FilterForm onCancel={onCancel} onSubmit={submit}>
      <PeriodFields
        period={period}
        onChange={setPeriod}
        hint="Either may stay empty. The end itself is not part of it."
        error={error}
      />
    </FilterForm>
  );
}

function toLocal(instant: string | undefined): string {
  return instant === undefined ? "" : toLocalInput(instant);
}
