"use client";

import Lightbulb from "lucide-react/icons/lightbulb";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import { useLoaded } from "@/components/use-loaded";
import type { ContractDto } from "@/lib/wire/contract";
import { ProblemError } from "@/lib/wire/fetch-json";
import { ToolFrame } from "../tool/tool-frame";
import { exampleArgs } from "./example-args";
import { ExplainFields } from "./explain-fields";
import { placeOf } from "./explain-form";
import { type UsedExplain, useExplain } from "./use-explain";

/** The steps of an answer are many; nobody needs them before the first one. */
const fetchAnswer = () => import("./explain-answer");

type ExplainViewProps = { tool: string; canListAgents: boolean };

/** What would become of a submission, step by step, without one. */
export function ExplainView({ tool, canListAgents }: ExplainViewProps) {
  return (
    <ToolFrame tool={tool}>{(contract) => <Playground contract={contract} canListAgents={canListAgents} />}</ToolFrame>
  );
}

function Playground({ contract, canListAgents }: { contract: ContractDto; canListAgents: boolean }) {
  const example = () => JSON.stringify(exampleArgs(contract), null, 2);
  const explain = useExplain(contract.tool, {
    args: example(),
    run: "run_1",
    step: "step_1",
    session: "",
    occurrence: "",
    callerKey: "",
    namespace: "",
    agent: "",
  });
  return (
    <div className="grid gap-4 p-4 md:p-6 xl:grid-cols-[24rem_minmax(0,1fr)] xl:gap-6">
      <div className="min-w-0">
        <Panel title="What would be submitted">
          <div className="px-4 pt-3 pb-4">
            <p className="mb-3 text-ink-soft">
              Asks what would become of it. Nothing is written: no intent, no submission, no event, and nothing runs.
            </p>
            <ExplainFields
              explain={explain}
              canListAgents={canListAgents}
              onExample={() => explain.change({ args: example() })}
            />
          </div>
        </Panel>
      </div>
      <section aria-label="What would become of it" className="flex min-w-0 flex-col gap-4">
        <Answer explain={explain} />
      </section>
    </div>
  );
}

function Answer({ explain: { answer, isOutdated } }: { explain: UsedExplain }) {
  const [steps, want] = useLoaded(fetchAnswer);
  const isAsked = !answer.isIdle;
  useEffect(() => {
    if (isAsked) want();
  }, [isAsked, want]);
  if (!isAsked) return <NothingAsked />;
  if (answer.isPending || (answer.isSuccess && steps === null)) {
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">Asking</span>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  return (
    <>
      {isOutdated && (
        <Notice tone="warn" icon={TriangleAlert} role="status" title="The form has changed since">
          This answers what was asked before. Explain it again.
        </Notice>
      )}
      {answer.isError && <Refused error={answer.error} />}
      {answer.isSuccess && steps !== null && <steps.ExplainAnswer told={answer.data} />}
    </>
  );
}

function NothingAsked() {
  return (
    <Notice tone="info" icon={Lightbulb} title="Nothing is asked yet">
      Write args and context, then press Explain. Here you see each field as it is compared, the key and what it is made
      of, the intents that it would meet, every rule and limit with its answer, and what would become of it.
    </Notice>
  );
}

/** Explain refuses what submit would refuse, in the same words: that is the answer, where it is about the submission. */
function Refused({ error }: { error: unknown }) {
  const isAboutIt = error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;
  if (!isAboutIt || error.problem.status === 401) return <ErrorPanel title="It could not be explained" error={error} />;
  const { code, correctiveAction, errors = [] } = error.problem;
  const elsewhere = errors.filter(({ pointer }) => placeOf(pointer) === null).map(({ message }) => message);
  return (
    <Notice tone="bad" icon={TriangleAlert} role="alert" title="It would be refused before anything is recorded">
      <p>{error.message}</p>
      {elsewhere.length > 0 && <p>{elsewhere.join(" ")}</p>}
      <p>The agent is told: {correctiveAction}</p>
      <p className="mt-1 font-mono text-xs">{code}</p>
    </Notice>
  );
}
