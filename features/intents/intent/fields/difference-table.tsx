"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { FieldRoleBadge } from "@/components/field-role";
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { ComparedField, Comparison } from "./compare-fields";
import { FieldValue } from "./field-value";
import { CHANGE_WORDS, fieldPath } from "./field-words";

type DifferenceTableProps = {
  label: string;
  comparison: Comparison;
  /** What the two sides are called. */
  sides?: { runs: string; other: string };
  /** In a dialog: roles stand with the names, so that values have the width. */
  isNarrow?: boolean;
};

const CELL = "px-3 py-2 align-top";
/** On a phone the two sides share the width, and the field stands above them. */
const ROW = "max-md:grid max-md:grid-cols-2";
const NAME = "text-left max-md:col-span-2 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:pb-0";
const HEAD = "px-3 py-1.5 text-left font-normal text-ink-faint text-xs";

/** What differs, side by side; what is equal is counted, and a click away. */
export function DifferenceTable({ label, comparison, sides, isNarrow = false }: DifferenceTableProps) {
  const [whole, setWhole] = useState(false);
  const { changes, equal } = comparison;
  const { runs, other } = sides ?? { runs: "Runs", other: "This one" };
  return (
    <div className="overflow-hidden rounded-md border bg-surface">
      {(changes.length > 0 || whole) && (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className={clsx(ROW, "border-b bg-sunken")}>
              <th scope="col" className={clsx(HEAD, "w-36 max-md:sr-only")}>
                Field
              </th>
              <th scope="col" className={clsx(HEAD, "w-32", isNarrow ? "hidden" : "max-md:hidden")}>
                Role
              </th>
              <th scope="col" className={HEAD}>
                {runs}
              </th>
              <th scope="col" className={HEAD}>
                {other}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y">
            {changes.map((change) => (
              <ChangeRow key={change.pointer} change={change} isNarrow={isNarrow} />
            ))}
            {whole && equal.map((field) => <EqualRow key={field.pointer} field={field} isNarrow={isNarrow} />)}
          </tbody>
        </table>
      )}
      {equal.length > 0 && (
        <p
          className={clsx("flex items-center px-3 text-ink-faint text-xs", (changes.length > 0 || whole) && "border-t")}
        >
          <span className="flex-1">{equalWords(equal.length, whole)}</span>
          <Button variant="link" size="inline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Hide them" : "Show them"}
          </Button>
        </p>
      )}
    </div>
  );
}

type ChangeRowProps = { change: ComparedField; isNarrow: boolean };

function ChangeRow({ change: { pointer, role, change, runs, other }, isNarrow }: ChangeRowProps) {
  const { word, meaning } = CHANGE_WORDS[change];
  const counts = change === "differs";
  return (
    <tr className={ROW}>
      <th scope="row" className={clsx(CELL, NAME, "font-medium text-ink")}>
        <AgentLine text={fieldPath(pointer)} className="[overflow-wrap:anywhere]" />
        <span title={meaning} className={clsx("text-xs md:block", counts ? "text-warn" : "font-normal text-ink-faint")}>
          {word}
        </span>
        <span className={isNarrow ? "md:mt-1 md:block" : "md:hidden"}>
          <FieldRoleBadge role={role} />
        </span>
      </th>
      <td className={clsx(CELL, isNarrow ? "hidden" : "max-md:hidden")}>
        <FieldRoleBadge role={role} />
      </td>
      <td className={CELL}>
        <Side field={runs} />
      </td>
      <td className={clsx(CELL, counts && "bg-warn-soft")}>
        <Side field={other} />
      </td>
    </tr>
  );
}

function EqualRow({ field, isNarrow }: { field: ExplainedField; isNarrow: boolean }) {
  return (
    <tr className={ROW}>
      <th scope="row" className={clsx(CELL, NAME, "font-normal text-ink-soft")}>
        <AgentLine text={fieldPath(field.pointer)} className="[overflow-wrap:anywhere]" />
      </th>
      <td className={clsx(CELL, isNarrow ? "hidden" : "max-md:hidden")}>
        <FieldRoleBadge role={field.role} />
      </td>
      <td className={clsx(CELL, "max-md:col-span-2 max-md:pt-0")} colSpan={2}>
        <FieldValue field={field} small />
      </td>
    </tr>
  );
}

function Side({ field }: { field: ExplainedField | null }) {
  if (field === null) return <span className="text-ink-faint text-xs italic">absent</span>;
  return <FieldValue field={field} small />;
}

function equalWords(count: number, whole: boolean): string {
  const fields = count === 1 ? "1 field is equal" : `${count.toLocaleString()} fields are equal`;
  return whole ? `${fields}.` : `${fields} and not shown.`;
}
