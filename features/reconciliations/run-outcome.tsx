"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import CircleStop from "lucide-react/icons/circle-stop";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { Button, buttonStyle } from "@/components/button";
import { Notice } from "@/components/notice";
import { Panel } from "@/components/panel";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import type { OperatorDto } from "@/lib/wire/session";
import { runQuery, stopRun } from "./queries";
import { RunProgress } from "./run-state";
import { divergenceCount, isUnderWay, outcomeWords } from "./run-words";
import { notStoppedWords } from "./start-words";

type RunOutcomeProps = { run: ReconciliationDto; role: OperatorDto["role"] | null };

/** What it came to, or how far it is; and the way to stop it. */
export function RunOutcome({ run, role }: RunOutcomeProps) {
  const mayStop = isUnderWay(run) && (role === "approver" || role === "admin");
  return (
    <Panel title={isUnderWay(run) ? "How far it is" : "What it came to"}>
      <div className="space-y-3 px-4 py-3">
        <p role={isUnderWay(run) ? undefined : "status"} className="text-base text-ink">
          {outcomeWords(run)}
        </p>
        <RunProgress run={run} />
        {run.warnings.map((warning) => (
          <Notice key={warning} tone="warn" icon={TriangleAlert} title="Note">
            <AgentLine text={warning} />
          </Notice>
        ))}
        <div className="flex flex-wrap gap-2">
          {divergenceCount(run) > 0 && (
            <Link
              href={`/findings?${new URLSearchParams({ state: "any", reconciliation: run.id })}`}
              className={buttonStyle()}
            >
              Show its findings
            </Link>
          )}
          {mayStop && <StopButton id={run.id} />}
        </div>
      </div>
    </Panel>
  );
}

function StopButton({ id }: { id: string }) {
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopRun(id),
    onSuccess: (run) => queries.setQueryData(runQuery(id).queryKey, run),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reconciliations"] }),
  });
  return (
    <>
      <Button busy={stop.isPending} onClick={() => stop.mutate()} title="What it found so far stays">
        <CircleStop aria-hidden />
        Stop it
      </Button>
      {stop.isError && <AnswerNotice isSuccess={false} words={notStoppedWords(stop.error)} className="w-full" />}
    </>
  );
}
