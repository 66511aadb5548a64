"use client";

import ExternalLink from "lucide-react/icons/external-link";
import { AgentLine } from "@/components/agent-text";
import { CopyButton } from "@/components/copy-button";
import { Countdown, Instant } from "@/components/instant";
import { Revealed } from "@/components/revealed";
import { useNow } from "@/components/use-now";
import type { DoubtDto } from "@/lib/wire/doubt";
import type { EventDto } from "@/lib/wire/intent";
import { askedWords, probeWords } from "./doubt-words";
import { downstreamLink } from "./downstream-link";
import { type ProbeAnswer, probeLog } from "./probe-log";

const SHOWN_MAX = 5;

type ProbeFactsProps = {
  doubt: Pick<DoubtDto, "probe" | "notBefore">;
  events: readonly EventDto[];
  template: string | null;
};

/** What it answered when it was asked, when it is asked again, and where somebody can look for themselves. */
export function ProbeFacts({ doubt: { probe, notBefore }, events, template }: ProbeFactsProps) {
  const log = probeLog(events);
  const [newest] = log;
  return (
    <div className="space-y-2">
      <p className="text-ink">{probeWords(probe)}</p>
      {probe !== null && (
        <p className="text-ink-soft">
          Asked {askedWords(probe)}.{" "}
          {probe.nextAt !== null && (
            <>
              {probe.askedCount === 0 ? "To be asked" : "Asked again"} <Countdown to={probe.nextAt} over="now" />.
            </>
          )}{" "}
          <AbsenceNote notBefore={notBefore} />
        </p>
      )}
      {log.length > 0 && (
        <ol aria-label="Answers of the downstream" className="space-y-1">
          {log.slice(0, SHOWN_MAX).map((answer) => (
            <li key={answer.id} className="text-ink-soft">
              <AnswerLine answer={answer} />
            </li>
          ))}
          {log.length > SHOWN_MAX && <li className="text-ink-faint">Earlier answers are in the history.</li>}
        </ol>
      )}
      {newest?.url != null && <Address asked={newest} template={template} />}
    </div>
  );
}

/** Until when an absence proves nothing; no word once it does. */
function AbsenceNote({ notBefore }: { notBefore: string }) {
  if (Date.parse(notBefore) <= useNow(1_000)) return null;
  return (
    <>
      Absence counts as proof <Countdown to={notBefore} over="now" />; until then the request may still land.
    </>
  );
}

function AnswerLine({ answer: { at, said, status, repeatedCount } }: { answer: ProbeAnswer }) {
  return (
    <>
      <Instant at={at} show="time" className="text-ink-faint text-xs tabular-nums" /> <AgentLine text={said} />
      {status !== null && <span className="font-mono text-ink-faint text-xs"> {status}</span>}
      {repeatedCount > 0 && ` and ${repeatedCount}× the same`}
    </>
  );
}

/** A link only where no agent had a word in it (`downstream-link`); else text to copy. */
function Address({ asked, template }: { asked: ProbeAnswer; template: string | null }) {
  const { url } = asked;
  if (url === null) return null;
  const href = downstreamLink(asked, template);
  return (
    <div className="flex items-start gap-1 rounded-md border bg-sunken py-1 pr-1 pl-2.5">
      <p className="min-w-0 flex-1 font-mono text-ink text-xs [overflow-wrap:anywhere]">
        <Revealed text={url} breaks="reveal" />
        {href !== null && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="mt-1 flex min-h-6 items-center gap-1 font-sans text-link underline-offset-2 hover:underline max-md:min-h-11"
          >
            Look at the downstream’s record
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only">(opens a new tab)</span>
          </a>
        )}
      </p>
      <CopyButton text={url} what="the address that was asked" />
    </div>
  );
}
