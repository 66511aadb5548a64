"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/field";
import { Select } from "@/components/select";
import { toolsQuery } from "./queries";

type ToolFieldProps = { tool: string; onChange: (tool: string) => void; error: string | null };

export function ToolField({ tool, onChange, error }: ToolFieldProps) {
  const tools = useQuery(toolsQuery());
  const known = tools.data?.items ?? [];
  const hint = tools.isError ? "The tools could not be loaded: close this and try again." : undefined;
  return (
    <Field label="Tool" hint={hint} error={error}>
      {(control) => (
        <Select {...control} required value={tool} onChange={(event) => onChange(event.target.value)}>
          <option value="">{tools.isPending ? "Loading the tools…" : "Choose a tool"}</option>
          {tool !== "" && !known.some((one) => one.tool === tool) && <option value={tool}>{tool}</option>}
          {known.map((one) => (
            <option key={one.tool} value={one.tool}>
              {one.title} ({one.tool})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
