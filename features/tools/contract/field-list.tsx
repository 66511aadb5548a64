import { AgentText } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { type FieldRole, FieldRoleBadge, ROLE_WORDS } from "@/components/field-role";
import { type FieldWords, fieldWords, otherArgsWords } from "./field-words";
import type { ReadContract } from "./read-definition";
import { SectionPanel } from "./section-panel";
import { Sentence } from "./sentence";

export function FieldList({ contract }: { contract: ReadContract }) {
  const fields = fieldWords(contract);
  const roles = (Object.keys(ROLE_WORDS) as FieldRole[]).filter((role) => fields.some((field) => field.role === role));
  return (
    <SectionPanel id="fields">
      <ul aria-label="Fields" className="divide-y">
        {fields.map((field) => (
          <FieldItem key={field.pointer} field={field} />
        ))}
      </ul>
      <div className="space-y-1 border-t px-4 py-3 text-ink-soft">
        <p>{otherArgsWords(contract)}</p>
        {roles.map((role) => (
          <p key={role}>
            <strong className="font-medium text-ink">{ROLE_WORDS[role].word}.</strong> {ROLE_WORDS[role].meaning}
          </p>
        ))}
      </div>
    </SectionPanel>
  );
}

function FieldItem({ field }: { field: FieldWords }) {
  const { name, role, roleWritten, compared, notes, description, isUnnamed } = field;
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[11rem_7.5rem_minmax(0,1fr)] md:items-baseline">
      <Sentence text={name} className="font-medium font-mono text-ink text-xs" />
      <span className="flex">{role === null ? <Badge>{roleWritten}</Badge> : <FieldRoleBadge role={role} />}</span>
      <span className="min-w-0 text-ink-soft">
        <Sentence text={`Compared as ${compared}.`} className="text-ink" />{" "}
        <Sentence text={[...notes, ...(isUnnamed ? ["no rule names it"] : [])].join(", ")} className="text-ink-faint" />
        {description !== null && <AgentText text={description} className="mt-0.5" />}
      </span>
    </li>
  );
}
