"use client";

import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { useEffect, useRef, useState } from "react";
import { Notice } from "@/components/notice";
import type { ProposalDto } from "@/lib/wire/proposal";
import { endedProposalQuery } from "../queries";
import type { Confirm, Withdraw } from "../use-publish";
import { endedWords } from "./proposal-words";

/** Somebody looks at a proposal, is perhaps about to confirm it, and it is gone: says how it ended. */
export function EndedProposal({ tool, id }: { tool: string; id: string }) {
  const ended = useQuery(endedProposalQuery(tool, id)).data;
  const noticeRef = useRef<HTMLDivElement>(null);
  const isKnown = ended !== undefined;
  useEffect(() => {
    // The question that had the focus went with it. Whoever is writing goes on writing.
    if (isKnown && document.activeElement === document.body) noticeRef.current?.focus();
  }, [isKnown]);
  return (
    <div role="status">
      {ended && (
        <Notice ref={noticeRef} tone="info" icon={Info} title="The proposal is over">
          {endedWords(ended)}
        </Notice>
      )}
    </div>
  );
}

/** What was on this screen and is no longer open, unless whoever looks ended it here. */
export function useEndedId(current: ProposalDto | null, confirm: Confirm, withdraw: Withdraw): string | null {
  const currentId = current?.id ?? null;
  const [lastId, setLastId] = useState(currentId);
  const [endedId, setEndedId] = useState<string | null>(null);
  if (currentId !== lastId) {
    setLastId(currentId);
    if (lastId !== null) setEndedId(lastId);
  }
  const isOwn = endedId === confirm.variables?.id || endedId === withdraw.variables;
  return isOwn ? null : endedId;
}
