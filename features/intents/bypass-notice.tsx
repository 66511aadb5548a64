import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { AnswerNotice } from "./answer-notice";
import { notOrderedWords, orderedWords } from "./bypass-words";
import type { Bypass } from "./use-bypass";

/** Stays when the intent is superseded, because that is when the operator wants to go on to the new generation. */
export function BypassNotice({ id, bypass }: { id: string; bypass: Bypass }) {
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
