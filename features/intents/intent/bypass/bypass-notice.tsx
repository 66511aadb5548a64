import Link from "next/link";
import { AnswerNotice } from "@/components/answer-notice";
import { buttonStyle } from "@/components/button";
import { notOrderedWords, notTakenBackWords, orderedWords } from "./bypass-words";
import type { Bypass, WithdrawBypass } from "./use-bypass";

type BypassNoticeProps = { id: string; bypass: Bypass; withdraw: WithdrawBypass };

/** Stays when the intent is superseded, because that is when the operator wants to go on to the new generation. */
export function BypassNotice({ id, bypass, withdraw }: BypassNoticeProps) {
  if (withdraw.isError) return <AnswerNotice isSuccess={false} words={notTakenBackWords(withdraw.error)} />;
  if (bypass.isSuccess) {
    const link = bypass.data.id !== id && (
      <Link href={`/intents/${bypass.data.id}`} className={buttonStyle({ variant: "secondary" })}>
        Show the new generation
      </Link>
    );
    return <AnswerNotice isSuccess words={orderedWords(bypass.data, id)} actions={link} />;
  }
  if (!bypass.isError) return null;
  return <AnswerNotice isSuccess={false} words={notOrderedWords(bypass.error)} />;
}
