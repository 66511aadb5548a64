"use client";

import Download from "lucide-react/icons/download";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { Button, buttonStyle } from "@/components/button";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Notice } from "@/components/notice";
import type { IntentTotalsDto } from "@/lib/wire/intent-list";
import type { OperatorDto } from "@/lib/wire/session";
import { filterWords, type Names } from "../filter/filter-words";
import type { IntentFilter } from "../filter/intent-filter";
import { exportPath } from "../queries";
import { countWords } from "./totals-words";

export type ExportProps = {
  filter: IntentFilter;
  names: Names;
  totals: IntentTotalsDto | undefined;
  operator: OperatorDto | null;
};

/** Says what is taken away, and that this is on record, before anything leaves. */
export function ExportDialog({ filter, names, totals, operator, ...control }: ExportProps & DialogControl) {
  const isAllowed = operator?.role !== "viewer";
  return (
    <Dialog
      {...control}
      title="Export as CSV"
      description="One line for each intent that the filter finds, in the order of the list: state, tool, agent, run, target, amount, effect id, last decision and times. Args and results are not in it."
    >
      <div className="flex flex-col gap-4">
        <WhatIsTaken filter={filter} names={names} totals={totals} />
        {isAllowed ? (
          <Take filter={filter} onClose={() => control.onOpenChange(false)} />
        ) : (
          <Notice tone="info" icon={Lock} title="Your role is viewer">
            To take the history away needs the role approver. Ask an admin.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function WhatIsTaken({ filter, names, totals }: Pick<ExportProps, "filter" | "names" | "totals">) {
  const words = filterWords(filter, names);
  return (
    <dl className="divide-y rounded-md border bg-sunken text-sm">
      {[...words, ...(totals === undefined ? [] : [{ name: "Finds", value: countWords(totals) }])].map((one) => (
        <div key={one.name} className="flex gap-3 px-3 py-1.5">
          <dt className="w-28 shrink-0 text-ink-faint">{one.name}</dt>
          <dd className="min-w-0 text-ink [overflow-wrap:anywhere]">
            <AgentLine text={one.value} />
          </dd>
        </div>
      ))}
      {words.length === 0 && <p className="px-3 py-1.5 text-ink">Nothing is filtered: this is the whole history.</p>}
    </dl>
  );
}

function Take({ filter, onClose }: { filter: IntentFilter; onClose: () => void }) {
  // A period moves with the clock: what is taken is what was on the screen when this was opened.
  const [href] = useState(() => exportPath(filter, Date.now()));
  const [isTaken, setTaken] = useState(false);
  return (
    <>
      <p role="status" className="text-ink-soft text-sm">
        {isTaken
          ? "The download has begun; your browser shows how far it is. A file that breaks off is not whole."
          : "That you take it, and by which filters, is recorded in the audit log."}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{isTaken ? "Close" : "Cancel"}</Button>
        <a href={href} download className={buttonStyle({ variant: "primary" })} onClick={() => setTaken(true)}>
          <Download aria-hidden />
          {isTaken ? "Download again" : "Download"}
        </a>
      </div>
    </>
  );
}
