"use client";

import { useQuery } from "@tanstack/react-query";
import { AgentLine } from "@/components/agent-text";
import { Instant } from "@/components/instant";
import { fromLocalInput } from "@/components/local-time";
import { amountWords, grantSentence } from "../grant-words";
import { agentChoicesQuery } from "../queries";
import { type GrantDraft, knownCurrency, toWhere } from "./grant-draft";
import type { PinnableField } from "./pinnable-fields";

type GrantPreviewProps = { draft: GrantDraft; fields: PinnableField[]; title: string };

/** What is about to be given, as everybody will read it. */
export function GrantPreview({ draft, fields, title }: GrantPreviewProps) {
  const agents = useQuery(agentChoicesQuery());
  const where = toWhere(draft, fields);
  const expiresAt = fromLocalInput(draft.expiresAt);
  const name = agents.data?.find(({ id }) => id === draft.agentId)?.name ?? "…";
  const sentence = grantSentence({
    title,
    where,
    pins: fields.map((field) => ({ pointer: field.pointer, as: field.as, currency: knownCurrency(draft, field) })),
    agent: draft.grantee === "agent" ? { id: draft.agentId, name } : null,
    namespace: draft.namespace.trim() || "default",
  });
  return (
    <section aria-label="What you are about to give" className="rounded-lg border bg-sunken px-4 py-3.5">
      <h2 className="mb-1 font-semibold text-ink text-sm">This will run without asking anybody</h2>
      {Object.keys(where).length === 0 ? (
        <p className="text-ink-soft">Nothing yet: pin at least one argument.</p>
      ) : (
        <p className="text-base text-ink [overflow-wrap:anywhere]">
          <AgentLine text={sentence} className="font-medium" />
          <span className="text-ink-soft">
            {expiresAt !== null && (
              <>
                , until <Instant at={expiresAt} />
              </>
            )}
            {boundWords(draft, fields)}.
          </span>
        </p>
      )}
    </section>
  );
}

function boundWords({ usesMax, sumMax, ...draft }: GrantDraft, fields: PinnableField[]): string {
  const uses = usesMax.trim() === "" ? ", as often as it is asked for" : `, at most ${usesMax.trim()} times`;
  if (sumMax.trim() === "") return uses;
  const summed = fields.find(({ pointer }) => pointer === draft.sum);
  const currency = summed === undefined ? null : knownCurrency({ ...draft, usesMax, sumMax }, summed);
  const isDecimal = /^-?\d+(\.\d+)?$/.test(sumMax.trim());
  return `${uses}, ${isDecimal ? amountWords(sumMax.trim(), currency) : sumMax.trim()} in all`;
}
