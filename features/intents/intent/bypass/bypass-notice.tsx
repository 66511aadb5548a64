"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { buttonStyle } from "@/components/button";
import type { BypassDto } from "@/lib/wire/bypass";
import type { IntentDto } from "@/lib/wire/intent";
import { intentQuery } from "../../queries";
import { successorId } from "../related/successor-id";
import { notOrderedWords, notTakenBackWords, orderedWords } from "./bypass-words";
import { orderFate } from "./order-fate";
import type { Bypass, WithdrawBypass } from "./use-bypass";

type BypassNoticeProps = {
  /** As it is now. */
  intent: IntentDto;
  bypass: Bypass;
  withdraw: WithdrawBypass;
};

/** Stays when the intent is superseded, because that is when the operator wants to go on to the new generation. */
export function BypassNotice({ intent, bypass, withdraw }: BypassNoticeProps) {
  if (withdraw.isError) return <AnswerNotice isSuccess={false} words={notTakenBackWords(withdraw.error)} />;
  if (bypass.isSuccess) {
    const { data } = bypass;
    if (data.id === intent.id) return <FateNotice intent={intent} order={data.bypass} />;
    return <AnswerNotice isSuccess words={orderedWords(data)} actions={<ShowNew id={data.id} />} />;
  }
  if (!bypass.isError) return null;
  return <AnswerNotice isSuccess={false} words={notOrderedWords(bypass.error)} />;
}

/** Follows an order that waited for more people: it does not stay what it was when the answer came. */
function FateNotice({ intent, order }: { intent: IntentDto; order: BypassDto | undefined }) {
  const nextId = successorId(intent);
  const successor = useQuery({ ...intentQuery(nextId ?? ""), enabled: nextId !== null }).data;
  const { words, confirmedBy } = orderFate(order, intent, successor);
  const body = confirmedBy !== null && (
    <>
      <AgentLine text={confirmedBy} className="font-medium" /> confirmed it. {words.body}
    </>
  );
  return (
    <AnswerNotice
      isSuccess
      words={{ ...words, body: body || words.body }}
      actions={nextId !== null && <ShowNew id={nextId} />}
    />
  );
}

function ShowNew({ id }: { id: string }) {
  return (
    <Link href={`/intents/${id}`} className={buttonStyle({ variant: "secondary" })}>
      Show the new generation
    </Link>
  );
}
