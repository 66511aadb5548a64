import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Disclosure } from "@/components/disclosure";
import { Panel } from "@/components/panel";
import type { KeyAuditToolDto } from "@/lib/wire/key-audit";
import { type Example, type Observation, observationsOf, retryRows, sizeWords } from "./audit-words";

type Suggestion = KeyAuditToolDto["suggestions"][number];

/** What one tool's keys look like, in sentences. */
export function ToolPanel({ tool, found }: { tool: string; found: KeyAuditToolDto }) {
  const { suggestions } = found;
  const observations = observationsOf(found);
  const retries = retryRows(found);
  return (
    <Panel
      title={<AgentLine text={tool} className="font-mono" />}
      aside={
        <Link
          href={`/findings?${new URLSearchParams({ state: "any", tool })}`}
          className="inline-flex min-h-11 items-center px-2 text-link text-sm hover:underline md:min-h-6"
        >
          Findings of this tool
        </Link>
      }
    >
      <div className="divide-y">
        <p className="px-4 py-3 text-ink-soft">{sizeWords(found)}.</p>
        {observations.map((observation) => (
          <ObservationItem key={observation.key} observation={observation} />
        ))}
        {suggestions.map((suggestion) => (
          <SuggestionItem key={suggestion.pointer} suggestion={suggestion} />
        ))}
        {retries.length > 0 && <Retries rows={retries} count={found.retries.count} />}
      </div>
    </Panel>
  );
}

function ObservationItem({ observation: { sentence, advice, isFault, examples } }: { observation: Observation }) {
  return (
    <div className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-ink">
        <Badge tone={isFault ? "warn" : "neutral"}>{isFault ? "Look at it" : "For information"}</Badge>
        <span className="min-w-0 font-medium">{sentence}</span>
      </p>
      <p className="mt-1 text-ink-soft">{advice}</p>
      {examples.length > 0 && (
        <Disclosure summary={examples.length === 1 ? "An example" : `${examples.length} examples`}>
          <ul className="divide-y">
            {examples.map((example) => (
              <ExampleItem key={example.intentIds.join()} example={example} />
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function ExampleItem({ example: { intentIds, words } }: { example: Example }) {
  return (
    <li className="px-3 py-1.5 text-sm">
      <span className="flex flex-wrap gap-x-3">
        {intentIds.map((id) => (
          <IntentLink key={id} id={id} />
        ))}
      </span>
      <AgentLine text={words} className="text-ink-soft [overflow-wrap:anywhere]" />
    </li>
  );
}

function IntentLink({ id }: { id: string }) {
  return (
    <Link
      href={`/intents/${encodeURIComponent(id)}`}
      prefetch={false}
      className="inline-flex min-h-11 items-center font-mono text-link text-xs hover:underline md:min-h-6"
    >
      {id}
    </Link>
  );
}

function SuggestionItem({ suggestion: { pointer, says, role, as, examples } }: { suggestion: Suggestion }) {
  return (
    <div className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-ink">
        <Badge tone="info">Suggestion</Badge>
        <AgentLine text={pointer === "" ? "All args" : pointer} className="font-medium font-mono" />
        <span className="text-ink-faint">
          {role}, as {as}
        </span>
      </p>
      <p className="mt-1 text-ink-soft">{says} Try the change in the Key Lab first.</p>
      {examples.length > 0 && (
        <Disclosure summary={examples.length === 1 ? "An example" : `${examples.length} examples`}>
          <p className="flex flex-wrap gap-x-3 px-3 py-1.5">
            {examples.map((id) => (
              <IntentLink key={id} id={id} />
            ))}
          </p>
        </Disclosure>
      )}
    </div>
  );
}

function Retries({ rows, count }: { rows: ReturnType<typeof retryRows>; count: number }) {
  const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="px-4 py-3">
      <h3 className="font-medium text-ink">
        Who sent it again: {count.toLocaleString()} in all, guessed from gap and content
      </h3>
      <ul className="mt-2 space-y-1.5">
        {rows.map(({ layer, words, share, count: times }) => (
          <li key={layer} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
            <span className="text-ink-soft">{words}</span>
            <span className="text-ink tabular-nums">
              {times.toLocaleString()} ({percent.format(share)})
            </span>
            <span aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-pressed">
              <span className="block h-full bg-line-field" style={{ width: `${share * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
