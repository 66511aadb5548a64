import { AnswerNotice } from "@/components/answer-notice";
import { resolvedWords, unresolvedWords } from "./doubt-words";
import type { Resolve } from "./use-resolve";

/** Stays when the doubt is gone, because that is when the operator wants to know what became of what they said. */
export function ResolutionNotice({ resolve }: { resolve: Resolve }) {
  if (resolve.isSuccess) return <AnswerNotice isSuccess words={resolvedWords(resolve.data)} />;
  if (!resolve.isError) return null;
  return <AnswerNotice isSuccess={false} words={unresolvedWords(resolve.error)} />;
}
