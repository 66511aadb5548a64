import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { Instant } from "@/components/instant";
import type { ExampleDto, OutcomeDto } from "@/lib/wire/replay";
import { fateWords, marksOf, verdictWords } from "./outcome-words";

/** One submission: what the active version makes of it, what your text would, and what makes the difference. */
export function ExampleItem({ example, version }: { example: ExampleDto; version: number }) {
  const { submissionId, intentId, receivedAt, was, would, differs } = example;
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-xs">
        <Instant at={receivedAt} />
        <span>
          submission <span className="font-mono [overflow-wrap:anywhere]">{submissionId}</span> of
        </span>
        <IntentLink id={intentId} />
      </p>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        <Outcome title={`Version ${version}`} outcome={was} />
        <Outcome title="Your text" outcome={would} />
      </div>
      <Differs differs={differs} isJoining={would.fate === "joined"} />
    </li>
  );
}

function Outcome({ title, outcome }: { title: string; outcome: OutcomeDto }) {
  const verdict = verdictWords(outcome);
  return (
    <div className="min-w-0 rounded-md border bg-surface px-3 py-2">
      <p className="text-ink-faint text-xs">{title}</p>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 font-medium text-ink">
        {fateWords(outcome)}
        {marksOf(outcome).map((mark) => (
          <Badge key={mark}>{mark}</Badge>
        ))}
      </p>
      {outcome.fate !== "opened" && outcome.intentId !== null && <IntentLink id={outcome.intentId} />}
      {verdict !== null && (
        <p className="text-ink-soft">
          {verdict}
          {outcome.rule !== null && (
            <>
              {" "}
              by rule <AgentLine text={outcome.rule} className="text-ink" />
            </>
          )}
        </p>
      )}
      {outcome.errors.map(({ pointer, message }) => (
        <p key={`${pointer} ${message}`} className="text-ink-soft [overflow-wrap:anywhere]">
          <code className="font-mono text-xs">
            <AgentLine text={pointer} />
          </code>{" "}
          <AgentLine text={message} />
        </p>
      ))}
    </div>
  );
}

/** Compared with the submission that it would join, or no longer join. */
function Differs({ differs, isJoining }: { differs: string[]; isJoining: boolean }) {
  if (differs.length === 0) return null;
  return (
    <p className="mt-2 text-ink-soft">
      Differs from the one it {isJoining ? "would join" : "joined"} in{" "}
      {differs.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <code className="font-mono text-ink text-xs">
            <AgentLine text={name} />
          </code>
        </span>
      ))}
      .
    </p>
  );
}

export function IntentLink({ id }: { id: string }) {
  return (
    <Link
      href={`/intents/${id}`}
      prefetch={false}
      className="font-mono text-link text-xs underline-offset-2 [overflow-wrap:anywhere] hover:underline"
    >
      {id}
    </Link>
  );
}
