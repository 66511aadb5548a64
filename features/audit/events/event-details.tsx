import TriangleAlert from "lucide-react/icons/triangle-alert";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { JsonBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Notice } from "@/components/notice";
import type { LoggedEventDto } from "@/lib/wire/audit";
import type { EventFilter } from "./event-filter";
import { ProofCheck } from "./proof-check";

type EventDetailsProps = { event: LoggedEventDto; onNarrow: (part: EventFilter) => void };

/** All that is on record of one event: what is sealed, and what is kept beside it. */
export function EventDetails({ event, onNarrow }: EventDetailsProps) {
  const { details, detailsIntact } = event;
  return (
    <div className="grid gap-3 px-4 pb-4 md:pr-6 md:pl-11 xl:grid-cols-2">
      <div className="min-w-0 space-y-3">
        <EventFacts event={event} onNarrow={onNarrow} />
        <ProofCheck event={event} />
      </div>
      <div className="min-w-0 space-y-3">
        {detailsIntact === false && (
          <Notice tone="bad" icon={TriangleAlert} title="What people said here was changed afterwards">
            It is not what the event was recorded with: the digest that the event holds is of something else. Somebody
            with rights on the database did this.
          </Notice>
        )}
        {details !== null && (
          <div className="rounded-lg border bg-surface">
            <h3 className="border-b px-4 py-1.5 font-medium text-ink-soft text-xs">
              Said or exchanged, kept beside it
            </h3>
            <JsonBlock value={details} label="Said or exchanged" />
          </div>
        )}
        <div className="rounded-lg border bg-surface">
          <h3 className="border-b px-4 py-1.5 font-medium text-ink-soft text-xs">Data, as it is sealed</h3>
          <JsonBlock value={event.data} label="Data" />
        </div>
      </div>
    </div>
  );
}

function EventFacts({ event, onNarrow }: EventDetailsProps) {
  const { id, type, at, actor, subject, intentId, namespace, position, seal } = event;
  return (
    <div className="rounded-lg border bg-surface">
      <Facts>
        <Fact name="Event">
          <span className="min-w-0 font-mono text-xs">{id}</span>
          <CopyButton text={id} what="the event's id" />
        </Fact>
        <Fact name="Type">
          <AgentLine text={type} className="min-w-0 flex-1 font-mono text-xs" />
          <Only onClick={() => onNarrow({ type })} what="this type" />
        </Fact>
        <Fact name="Actor">
          <AgentLine text={`${actor.kind} ${actor.id}`} className="min-w-0 flex-1 font-mono text-xs" />
          <Only onClick={() => onNarrow({ actor: actor.id })} what="this actor" />
        </Fact>
        {subject !== null && (
          <Fact name="Subject">
            <AgentLine text={subject} className="min-w-0 flex-1 font-mono text-xs" />
            <Only onClick={() => onNarrow({ subject })} what="this subject" />
          </Fact>
        )}
        {intentId !== null && (
          <Fact name="Intent">
            <AgentLine text={intentId} className="min-w-0 flex-1 font-mono text-xs" />
            <Only onClick={() => onNarrow({ intent: intentId })} what="this intent" />
          </Fact>
        )}
        {namespace !== null && (
          <Fact name="Namespace">
            <AgentLine text={namespace} />
          </Fact>
        )}
        <Fact name="When">
          <Instant at={at} />
        </Fact>
        <Fact name="Sealed">
          {position === null
            ? "Not yet: within seconds, if the worker runs"
            : `At position ${position.toLocaleString()}, in seal ${seal?.toLocaleString() ?? "–"}`}
        </Fact>
      </Facts>
    </div>
  );
}

function Only({ onClick, what }: { onClick: () => void; what: string }) {
  return (
    <Button variant="link" size="inline" onClick={onClick} aria-label={`Show only ${what}`} className="ml-auto px-1">
      Only this
    </Button>
  );
}
