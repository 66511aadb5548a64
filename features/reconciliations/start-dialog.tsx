"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/button";
import { type Choice, ChoiceList } from "@/components/choice-list";
import { Dialog, type DialogControl } from "@/components/dialog";
import { messageAt } from "@/components/field-problems";
import { FormNotice } from "@/components/form-notice";
import { fromLocalInput } from "@/components/local-time";
import { PeriodFields } from "@/components/period-fields";
import { Skeleton } from "@/components/skeleton";
import { sourcesQuery, startRun } from "./queries";
import { notStartedWords } from "./start-words";
import { ToolField } from "./tool-field";

type StartDialogProps = DialogControl & { tool: string | null };

export function StartDialog({ tool, ...control }: StartDialogProps) {
  return (
    <Dialog
      {...control}
      title="Compare with the downstream"
      description="Reads, and tells: nothing is done or undone. The one thing that changes is a doubt, which is over when the downstream has the effect."
    >
      <StartForm tool={tool} onCancel={() => control.onOpenChange(false)} />
    </Dialog>
  );
}

type Source = "auto" | "list" | "probe";
const POINTERS = ["/tool", "/source", "/from", "/to"];

function StartForm({ tool: chosen, onCancel }: { tool: string | null; onCancel: () => void }) {
  const router = useRouter();
  const queries = useQueryClient();
  const [tool, setTool] = useState(chosen ?? "");
  const [source, setSource] = useState<Source>("auto");
  const [period, setPeriod] = useState({ from: "", to: "" });
  const [isAsked, setAsked] = useState(false);
  const start = useMutation({
    mutationFn: startRun,
    onSuccess: ({ id }) => router.push(`/findings/reconciliations/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reconciliations"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (tool === "" || start.isPending) return;
    const [from, to] = [fromLocalInput(period.from), fromLocalInput(period.to)];
    const times = { ...(from !== null && { from }), ...(to !== null && { to }) };
    start.mutate({ tool, ...(source !== "auto" && { source }), ...times });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {start.isError && <FormNotice error={start.error} words={notStartedWords(start.error)} pointers={POINTERS} />}
      <ToolField
        tool={tool}
        onChange={setTool}
        error={isAsked && tool === "" ? "Choose the tool to compare." : messageAt(start.error, "/tool")}
      />
      <SourceChoice tool={tool} source={source} onChange={setSource} error={messageAt(start.error, "/source")} />
      <PeriodFields
        period={period}
        onChange={setPeriod}
        hint="Empty: the last 24 hours. At most 366 days."
        error={messageAt(start.error, "/from") ?? messageAt(start.error, "/to")}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={start.isPending}>
          Compare
        </Button>
      </div>
    </form>
  );
}

type SourceChoiceProps = { tool: string; source: Source; onChange: (source: Source) => void; error: string | null };

/** Only what the tool's contract declares; nothing is asked where there is one way only. */
function SourceChoice({ tool, source, onChange, error }: SourceChoiceProps) {
  const sources = useQuery(sourcesQuery(tool));
  const { list = false, probe = false } = sources.data ?? {};
  if (tool === "") return null;
  if (sources.isPending) return <Skeleton className="h-32" />;
  if (sources.isError) {
    return (
      <p className="text-ink-soft text-sm">
        How this tool can be asked could not be loaded: its listing is used, or else its probe.
      </p>
    );
  }
  if (!list && !probe) {
    return (
      <p className="text-bad text-sm">
        The tool's contract declares neither a listing nor a probe: upload a statement instead.
      </p>
    );
  }
  const choices: Choice<Source>[] = [
    ...(list
      ? [{ value: "auto" as const, label: "By its listing", meaning: "Page by page. Sees orphans and duplicates too." }]
      : []),
    ...(probe
      ? [
          {
            value: list ? ("probe" as const) : ("auto" as const),
            label: "By its probe",
            meaning: "One intent at a time: “did you do it?” Cannot see orphans.",
          },
        ]
      : []),
  ];
  return <ChoiceList legend="How to ask" choices={choices} value={source} onChange={onChange} error={error} />;
}
