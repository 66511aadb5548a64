"use client";

import { useQuery } from "@tanstack/react-query";
import CircleSlash from "lucide-react/icons/circle-slash";
import { useState } from "react";
import { ErrorPanel } from "@/components/error-panel";
import { ListSkeleton } from "@/components/list-skeleton";
import { Notice } from "@/components/notice";
import type { OperatorDto } from "@/lib/wire/session";
import { auditKeysQuery } from "../queries";
import type { Order } from "../verify/run";
import type { Outcome } from "../verify/verify-stream";
import { OfflinePanel } from "./offline-panel";
import type { Trust } from "./outcome-words";
import { ProgressPanel } from "./progress-panel";
import { rememberSeal } from "./remembered-seal";
import { ResultPanel } from "./result-panel";
import { useVerification } from "./use-verification";
import { VerifyForm } from "./verify-form";

export function VerifyScreen({ role }: { role: OperatorDto["role"] | null }) {
  const keys = useQuery(auditKeysQuery());
  const [trust, setTrust] = useState<Trust>({ keys: "told", known: null });
  const { verification, start, cancel } = useVerification(remember);
  return (
    <div className="grid items-start gap-4 p-4 md:p-6 xl:grid-cols-[minmax(0,1fr)_28rem]">
      <div className="min-w-0 space-y-4">
        {keys.isPending && <ListSkeleton what="the keys" />}
        {keys.isError && !keys.data && (
          <ErrorPanel
            title="The keys of this Interlock could not be loaded"
            error={keys.error}
            retry={keys.refetch}
            retrying={keys.isFetching}
          />
        )}
        {keys.data && (
          <VerifyForm
            role={role}
            toldKeys={keys.data.items.map(({ publicKey }) => publicKey).join("\n")}
            isRunning={verification.kind === "running"}
            onStart={(order, nextTrust) => {
              setTrust(nextTrust);
              start(order);
            }}
          />
        )}
        {verification.kind === "running" && <ProgressPanel verification={verification} onCancel={cancel} />}
        {verification.kind === "cancelled" && (
          <Notice tone="info" icon={CircleSlash} role="status" title="You cancelled it">
            Nothing can be said about the log.
          </Notice>
        )}
        {verification.kind === "done" && <ResultPanel verification={verification} trust={trust} />}
      </div>
      <OfflinePanel role={role} />
    </div>
  );
}

/** Only of this log, and only what was wholly right: the next check relies on it. */
function remember({ source }: Order, outcome: Outcome): void {
  if (source.kind !== "log" || outcome.kind !== "as_sealed" || outcome.signatures === null || outcome.last === null)
    return;
  const { number, hash } = outcome.last;
  rememberSeal({ number, hash, checkedAt: new Date().toISOString() });
}
