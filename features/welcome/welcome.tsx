"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { PageHeader } from "@/components/page-header";
import { Skeleton } from "@/components/skeleton";
import { useHydrated } from "@/components/use-hydrated";
import type { IntentDto } from "@/lib/wire/intent";
import type { OperatorDto } from "@/lib/wire/session";
import { KeyStep } from "./key-step";
import { NoDemoTool } from "./no-demo-tool";
import { Paste } from "./paste";
import { createAgent, demoToolQuery, walkQuery } from "./queries";
import { Step } from "./step";
import { useWalk } from "./use-walk";
import { decidedWords, firstCurl, KEY_PLACEHOLDER, progressOf, secondCurl } from "./walk";

/** From nothing to a first approved intent. */
export function Welcome({ operator }: { operator: OperatorDto | null }) {
  const tool = useQuery(demoToolQuery());
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">First steps</h1>} />
      <div className="mx-auto max-w-3xl p-4 md:p-8">
        <p className="mb-8 max-w-prose text-base text-ink-soft">
          Agents propose, you decide, one effect lands. This page takes you there once: an agent asks for a refund, you
          approve it, it asks again in other words, and nothing happens twice.
        </p>
        {tool.isPending && <Skeleton className="h-64 w-full" />}
        {tool.isError && (
          <ErrorPanel
            title="The tools could not be loaded"
            error={tool.error}
            retry={tool.refetch}
            retrying={tool.isFetching}
          />
        )}
        {tool.data === null && <NoDemoTool />}
        {tool.data && <Walk operator={operator} />}
      </div>
    </>
  );
}

function Walk({ operator }: { operator: OperatorDto | null }) {
  const [{ run, agent }, setWalk] = useWalk();
  const make = useMutation({
    mutationFn: () => createAgent(run),
    onSuccess: ({ name, key }) => setWalk({ run, agent: { name, key } }),
    gcTime: 0,
  });
  const walk = useQuery(walkQuery(run));
  const intent = walk.data ?? null;
  const { isAsked, isDecided, isAskedAgain } = progressOf(intent);
  const origin = useHydrated() ? window.location.origin : "";
  const ask = { origin, key: agent?.key ?? KEY_PLACEHOLDER, run };
  return (
    <ol className="space-y-8">
      <Step number={1} title="Be an agent" isDone={isAsked || agent !== null}>
        <KeyStep operator={operator} agentName={agent?.name ?? null} make={make} />
      </Step>
      <Step number={2} title="Ask for something" isDone={isAsked}>
        <p>Agents never act, they submit an intent. This one asks for a refund of 80 dollars, which needs a person.</p>
        <Paste code={firstCurl(ask)} label="Ask for a refund" />
        <p role="status">{isAsked ? "It has arrived." : "This page notices when it arrives."}</p>
        {walk.isError && (
          <ErrorPanel title="It is not known whether it has arrived" error={walk.error} retry={walk.refetch} />
        )}
      </Step>
      <Step number={3} title="Decide" isDone={isDecided}>
        <DecideStep intent={intent} />
      </Step>
      <Step number={4} title="Ask again, in other words" isDone={isAskedAgain && isDecided}>
        <p>A model that is not sure tries again, with another amount format, another memo and no key of its own:</p>
        <Paste code={secondCurl(ask)} label="Ask for the same refund again" />
        <p role="status">
          {isAskedAgain
            ? `${intent?.submissionCount ?? 2} submissions, one intent: the second got the answer of the first.`
            : "It should get the answer of the first, and nothing should happen."}
        </p>
      </Step>
      <Step number={5} title="Watch an agent misbehave" isDone={false}>
        <p>The demo agent retries, rewords and changes its mind. Its ledger counts what really happened.</p>
        <Paste code="npm run demo" label="The demo agent" />
        <p>
          Then look at the{" "}
          <Link href="/" className="text-link underline underline-offset-2">
            inbox
          </Link>{" "}
          and the{" "}
          <Link href="/overview" className="text-link underline underline-offset-2">
            overview
          </Link>
          .
        </p>
      </Step>
    </ol>
  );
}

function DecideStep({ intent }: { intent: IntentDto | null }) {
  if (intent === null) return <p>What you asked for will wait in the inbox. Nothing runs before you said so.</p>;
  return (
    <>
      <p role="status">{decidedWords(intent)}</p>
      <Link
        href={`/intents/${encodeURIComponent(intent.id)}`}
        className={buttonStyle({ variant: intent.state === "held" ? "primary" : "secondary" })}
      >
        {intent.state === "held" ? "Look at it and decide" : "Look at it"}
      </Link>
    </>
  );
}
