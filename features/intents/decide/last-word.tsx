"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { decisionsQuery } from "../queries";

const VERDICTS: Record<string, string> = { approve: "approved", deny: "denied" };

/** Who had the last word on it, when, and with which reason; nothing where that was no person. */
export function LastWord({ id, operatorId }: { id: string; operatorId: string | null }) {
  const decisions = useInfiniteQuery(decisionsQuery(id));
  const last = decisions.data?.pages.flatMap(({ items }) => items).findLast(({ operator }) => operator !== null);
  if (!last?.operator) return null;
  const { operator, verdict, reason, at } = last;
  return (
    <>
      {operator.id === operatorId ? "You" : <AgentLine text={operator.name} className="font-medium text-ink" />}{" "}
      {VERDICTS[verdict] ?? "decided on"} it on <Instant at={at} />.
      {verdict === "deny" && reason !== null && reason !== "" && (
        <>
          {" The reason: "}
          <q className="italic">
            <AgentLine text={reason} />
          </q>
        </>
      )}
    </>
  );
}
