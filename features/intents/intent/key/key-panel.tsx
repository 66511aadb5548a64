import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Panel } from "@/components/panel";
import { Revealed } from "@/components/revealed";
import type { ExplainedField } from "@/lib/wire/explained-field";
import type { IntentDto } from "@/lib/wire/intent";
import { fieldPath, inJson, plainValue } from "../fields/field-words";
import { Joins } from "./joins";
import { contextWords, generationWords, type KeyParts, occurrenceWords } from "./key-words";

/** What names this action, part by part, and what would be taken for the same. */
export function KeyPanel({ intent }: { intent: IntentDto }) {
  const { key, keyParts, fingerprint } = intent;
  if (keyParts === undefined || key === undefined || fingerprint === undefined) return null;
  return (
    <Panel title="The key, part by part">
      <KeyPartList keyParts={keyParts} fields={intent.fields ?? []} />
      <dl className="divide-y border-t">
        <Hash name="Key" hint="names the action" value={key} what="the key" />
        <Hash name="Fingerprint" hint="of the material fields" value={fingerprint} what="the fingerprint" />
      </dl>
      <Joins intent={intent} keyParts={keyParts} />
    </Panel>
  );
}

function KeyPartList({ keyParts, fields }: { keyParts: KeyParts; fields: readonly ExplainedField[] }) {
  const { scope, parts, occurrence } = contextWords(keyParts);
  return (
    <dl className="divide-y">
      <Part name="Namespace" why="from the agent’s API key">
        <Value text={keyParts.namespace} />
      </Part>
      <Part name="Tool" why="as the agent named it">
        <Value text={keyParts.tool} />
      </Part>
      <Part name="Context" why={scope}>
        {parts.length === 0 && <span className="text-ink-soft">none</span>}
        {parts.map(({ name, value }) => (
          <span key={name} className="mr-4 inline-block">
            <span className="text-ink-faint">{name}</span> <Value text={value} />
          </span>
        ))}
      </Part>
      <Part name="Identity" why="the fields that say which action it is, as they are compared">
        <Identity identity={keyParts.identity} fields={fields} />
      </Part>
      <Part name="Generation" why={generationWords(keyParts.generation)}>
        {keyParts.generation}
      </Part>
      <Part name="Occurrence" why={occurrenceWords(occurrence)}>
        {occurrence}
      </Part>
    </dl>
  );
}

function Part({ name, why, children }: { name: string; why: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 px-4 py-1.5 md:flex-nowrap">
      <dt className="w-28 shrink-0 text-ink-faint">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 text-ink [overflow-wrap:anywhere]">
        <span className="min-w-0">{children}</span>
        <span className="text-ink-faint text-xs md:max-w-80 md:text-right">{why}</span>
      </dd>
    </div>
  );
}

function Value({ text }: { text: string }) {
  return (
    <span className="font-mono text-xs [overflow-wrap:anywhere]">
      <Revealed text={text} breaks="reveal" />
    </span>
  );
}

type IdentityProps = { identity: KeyParts["identity"]; fields: readonly ExplainedField[] };

/** Written → compared, where those are two things. */
function Identity({ identity, fields }: IdentityProps) {
  const entries = Object.entries(identity);
  if (entries.length === 0) return <span className="text-ink-soft">no field: the context alone says it</span>;
  return entries.map(([pointer, compared]) => {
    const written = fields.find((field) => field.pointer === pointer && field.role === "identity");
    const isSame = written === undefined || inJson(written.raw) === inJson(compared);
    return (
      <span key={pointer} className="block">
        <AgentLine text={fieldPath(pointer)} className="text-ink-faint" />{" "}
        {!isSame && (
          <>
            <Value text={inJson(written.raw)} /> <span className="text-ink-faint">is compared as</span>{" "}
          </>
        )}
        <Value text={isSame ? plainValue(compared) : inJson(compared)} />
      </span>
    );
  });
}

function Hash({ name, hint, value, what }: { name: string; hint: string; value: string; what: string }) {
  return (
    <div className="flex items-center gap-x-4 py-1 pr-2 pl-4 max-md:flex-wrap">
      <dt className="w-28 shrink-0 text-ink-faint">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center">
        <code className="min-w-0 flex-1 font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">{value}</code>
        <span className="text-ink-faint text-xs max-md:hidden">{hint}</span>
        <CopyButton text={value} what={what} />
      </dd>
    </div>
  );
}
