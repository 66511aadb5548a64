import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Revealed } from "@/components/revealed";
import type { Answered, Asked, Body } from "./read-exchange";

/** What was sent. Its address is text: nobody is led anywhere by what an agent or a downstream had a word in. */
export function AskedView({ asked }: { asked: Asked }) {
  return (
    <Part>
      <div className="flex items-start gap-1 px-3 py-2">
        <p className="min-w-0 flex-1 font-mono text-ink text-xs [overflow-wrap:anywhere]">
          <AgentLine text={asked.what} className="font-semibold" />{" "}
          {asked.url !== null && <Revealed text={asked.url} breaks="reveal" />}
        </p>
        {asked.url !== null && <CopyButton text={asked.url} what="the address" />}
      </div>
      <Headers headers={asked.headers} />
      <BodyView body={asked.body} label="Body that was sent" none="No body was kept." />
    </Part>
  );
}

export function AnsweredView({ answered }: { answered: Answered | null }) {
  if (answered === null) return <p className="text-ink-soft">No answer came.</p>;
  const { status, headers, body, isCut } = answered;
  return (
    <Part>
      <p className="px-3 py-2 font-mono text-ink text-xs">
        {status === null ? "answered" : `Status ${status}`}
        {isCut && <span className="font-sans text-ink-soft"> · longer than what is read of an answer</span>}
      </p>
      <Headers headers={headers} />
      <BodyView body={body} label="Body of the answer" none="No body was kept." />
    </Part>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <div className="divide-y overflow-hidden rounded-md border bg-sunken">{children}</div>;
}

function Headers({ headers }: { headers: Asked["headers"] }) {
  if (headers.length === 0) return null;
  return (
    <ul aria-label="Headers" className="px-3 py-2 font-mono text-ink-soft text-xs">
      {headers.map(({ name, value }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          <AgentLine text={name} className="text-ink-faint" />
          {value !== null && (
            <>
              : <Revealed text={value} breaks="reveal" />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function BodyView({ body, label, none }: { body: Body | null; label: string; none: string }) {
  if (body === null) return <p className="px-3 py-2 text-ink-faint text-xs">{none}</p>;
  return (
    <div>
      <CodeBlock code={body.text} label={label} />
      {body.isCut && <p className="px-3 pb-2 text-ink-soft text-xs">Only the beginning of it was kept.</p>}
    </div>
  );
}
