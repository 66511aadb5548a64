"use client";

import { useState } from "react";
import { AdminOnly } from "@/components/admin-only";
import { AnswerNotice } from "@/components/answer-notice";
import type { OperatorDto } from "@/lib/wire/session";
import { AgentHeader } from "./agent-header";
import { AgentPause } from "./agent-pause";
import { type AgentAction, doneWords, notDoneWordsOf } from "./answer-words";

type Told = { count: number; action: AgentAction; error: unknown };

/** Approvers may stop an agent without being let near its keys. */
export function AgentForOthers({ id, role }: { id: string } & Pick<OperatorDto, "role">) {
  const [told, setTold] = useState<Told | null>(null);
  return (
    <>
      <AgentHeader agent={null} />
      <div className="flex flex-col gap-4 p-4 md:p-6">
        {told && (
          <AnswerNotice
            key={told.count}
            isSuccess={told.error === undefined}
            words={told.error === undefined ? doneWords(told.action) : notDoneWordsOf(told.action, told.error)}
          />
        )}
        <p className="font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">{id}</p>
        <AgentPause
          id={id}
          canPause={role !== "viewer"}
          tell={(action, error) => setTold((before) => ({ count: (before?.count ?? 0) + 1, action, error }))}
        />
        <AdminOnly role={role} title="Only admins see this agent’s keys and what it may do">
          Keys, labels and tools of an agent are for admins.
        </AdminOnly>
      </div>
    </>
  );
}
