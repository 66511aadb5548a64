"use client";

import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { FieldRoleBadge } from "@/components/field-role";
import type { ExplainedField } from "@/lib/wire/explained-field";
import { FieldValue } from "./field-value";
import { fieldPath } from "./field-words";

type FieldTableProps = {
  label: string;
  fields: readonly ExplainedField[];
  /** Pointers of what nobody wrote: the contract filled it in. */
  defaults: ReadonlySet<string>;
};

/** A list of a thousand lines is thousands of fields; nearly nobody has more than these. */
const SHOWN_MAX = 60;

const HEAD = "px-4 py-1.5 text-left font-normal text-ink-faint text-xs";

/** Args field by field, whole. */
export function FieldTable({ label, fields, defaults }: FieldTableProps) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? fields : fields.slice(0, SHOWN_MAX);
  return (
    <>
      <Rows label={label} fields={shown} defaults={defaults} />
      {fields.length > SHOWN_MAX && (
        <p className="flex items-center justify-between gap-3 border-t px-4 py-1.5 text-sm">
          <span className="text-ink-soft">{whole ? "All fields are shown." : "Only the first fields are shown."}</span>
          <Button variant="link" size="inline" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Show fewer" : `Show all ${fields.length.toLocaleString()} fields`}
          </Button>
        </p>
      )}
    </>
  );
}

function Rows({ label, fields, defaults }: FieldTableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{label}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b">
          <th scope="col" className={`${HEAD} w-44`}>
            Field
          </th>
          <th scope="col" className={HEAD}>
            Value
          </th>
          <th scope="col" className={`${HEAD} w-32`}>
            Role
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {fields.map((field) => (
          <tr key={field.pointer} className="align-top">
            <th scope="row" className="w-32 px-4 py-2 text-left font-medium text-ink md:w-44">
              <AgentLine text={fieldPath(field.pointer)} className="[overflow-wrap:anywhere]" />
              {defaults.has(field.pointer) && (
                <span className="block font-normal text-ink-faint text-xs">the contract’s default</span>
              )}
              <span className="mt-1 block md:hidden">
                <FieldRoleBadge role={field.role} />
              </span>
            </th>
            <td className="px-4 py-2 max-md:pl-0">
              <FieldValue field={field} />
            </td>
            <td className="w-32 px-4 py-2 max-md:hidden">
              <FieldRoleBadge role={field.role} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
