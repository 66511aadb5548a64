import Link from "next/link";
import { AnswerNotice } from "@/components/answer-notice";
import { buttonStyle } from "@/components/button";
import type { PublishAnswerDto } from "@/lib/wire/contract";
import { confirmedWords, notConfirmedWords, notWithdrawnWords } from "./proposal/proposal-words";
import { notPublishedWords, publishedWords } from "./publish/publish-words";
import type { Confirm, Publish, Withdraw } from "./use-publish";

type LabAnswerProps = { tool: string; publish: Publish; confirm: Confirm; withdraw: Withdraw };

/** What came of the last thing that somebody asked for here. */
export function LabAnswer({ tool, publish, confirm, withdraw }: LabAnswerProps) {
  const [latest] = [publish, confirm, withdraw]
    .filter(({ status }) => status === "success" || status === "error")
    .sort((left, right) => right.submittedAt - left.submittedAt);
  if (latest === undefined) return null;
  const key = latest.submittedAt;
  if (latest === publish) {
    if (publish.isSuccess) return <Done key={key} tool={tool} answer={publish.data} words={publishedWords} />;
    return <AnswerNotice key={key} isSuccess={false} words={notPublishedWords(publish.error)} />;
  }
  if (latest === confirm) {
    if (confirm.isSuccess) return <Done key={key} tool={tool} answer={confirm.data} words={confirmedWords} />;
    return <AnswerNotice key={key} isSuccess={false} words={notConfirmedWords(confirm.error)} />;
  }
  if (withdraw.isSuccess) {
    const words = { tone: "good", title: "The proposal is taken back", body: "Nothing was published." } as const;
    return <AnswerNotice key={key} isSuccess words={words} />;
  }
  return <AnswerNotice key={key} isSuccess={false} words={notWithdrawnWords(withdraw.error)} />;
}

type DoneProps = { tool: string; answer: PublishAnswerDto; words: typeof publishedWords };

function Done({ tool, answer, words }: DoneProps) {
  const link = "version" in answer && (
    <Link href={`/tools/${encodeURIComponent(tool)}`} className={buttonStyle({ variant: "secondary" })}>
      Show the contract
    </Link>
  );
  return <AnswerNotice isSuccess words={words(answer)} actions={link} />;
}
