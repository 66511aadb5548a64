"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/error-panel";
import { Revealed } from "@/components/revealed";
import { Skeleton } from "@/components/skeleton";
import type { IntentDto } from "@/lib/wire/intent";
import { contractVersionQuery } from "../queries";
import { asksAfterDenial, joinWords, type KeyParts } from "./key-words";

/** What another submission would have to be to join it; its contract says so. */
export function Joins({ intent, keyParts }: { intent: IntentDto; keyParts: KeyParts }) {
  const contract = useQuery(contractVersionQuery(intent.tool, intent.contractVersion));
  if (contract.isPending) {
    return (
      <div role="status" className="border-t px-4 py-3">
        <span className="sr-only">Loading what would join it</span>
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    );
  }
  if (contract.isError) {
    return (
      <ErrorPanel
        title="Could not load the rules of its contract"
        error={contract.error}
        retry={contract.refetch}
        retrying={contract.isFetching}
        className="m-3"
      />
    );
  }
  const { terms, effect, mode, definition } = contract.data;
  const asksAgain = asksAfterDenial(intent.state, definition);
  const { joins, stays } = joinWords(keyParts, terms, { effect, mode, asksAgain });
  return (
    <div className="grid gap-x-8 gap-y-3 border-t px-4 py-3 md:grid-cols-2">
      <Sentences title="What would join it" sentences={joins} none="Nothing." />
      <Sentences title="What would not" sentences={stays} none="" />
    </div>
  );
}

function Sentences({ title, sentences, none }: { title: string; sentences: string[]; none: string }) {
  return (
    <section>
      <h3 className="font-medium text-ink">{title}</h3>
      {sentences.length === 0 && <p className="text-ink-soft">{none}</p>}
      <ul className="list-disc space-y-0.5 pl-4 text-ink-soft">
        {sentences.map((sentence) => (
          <li key={sentence}>
            <span className="[overflow-wrap:anywhere]">
              <Revealed text={sentence} breaks="reveal" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
