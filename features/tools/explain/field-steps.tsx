import ArrowRight from "lucide-react/icons/arrow-right";
import { AgentText } from "@/components/agent-text";
import { fieldName } from "@/components/field-name";
import { FieldRoleBadge } from "@/components/field-role";
import { Panel } from "@/components/panel";
import type { ExplanationDto } from "@/lib/wire/explain";
import { Sentence } from "../contract/sentence";
import { comparedText, valueText } from "./value-text";

/** Each field as it was written and as it is compared. */
export function FieldSteps({ fields }: { fields: ExplanationDto["fields"] }) {
  return (
    <Panel title="1. Fields, as they are written and as they are compared">
      {fields.length === 0 && (
        <p className="px-4 py-3 text-ink-soft">The args are empty: there is nothing to compare.</p>
      )}
      <ul aria-label="Fields" className="divide-y">
        {fields.map(({ pointer, role, as, raw, ...compared }) => (
          <li
            key={pointer}
            className="grid gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[10rem_10.5rem_minmax(0,1fr)] md:items-baseline"
          >
            <Sentence text={fieldName(pointer)} className="font-medium font-mono text-ink text-xs" />
            <span className="flex items-center gap-2">
              <FieldRoleBadge role={role} />
            </span>
            <span className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-baseline gap-x-2 font-mono text-xs">
              <AgentText text={valueText(raw)} className="text-ink-soft" />
              <span className="text-ink-faint">
                <ArrowRight aria-hidden className="size-3.5 translate-y-0.5" />
                <span className="sr-only">compared, as {as}, as</span>
              </span>
              <AgentText text={comparedText(compared)} className="text-ink" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
