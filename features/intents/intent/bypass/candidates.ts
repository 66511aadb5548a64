import { formatMoney } from "@/components/money";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { canBeChosen } from "../cluster/submission-words";

/** Submissions with other args than the intent's, one for each digest; the newest first. */
export function candidatesOf(intent: IntentDto, submissions: readonly SubmissionDto[]): SubmissionDto[] {
  const byDigest = new Map<string, SubmissionDto>();
  for (const submission of submissions) {
    if (canBeChosen(submission) && submission.argsDigest !== intent.argsDigest) {
      byDigest.set(submission.argsDigest, submission);
    }
  }
  return [...byDigest.values()].reverse();
}

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

/** One line, of what nobody but us wrote: an option of a list cannot show hidden characters. */
export function submissionLabel({ id, receivedAt, about }: SubmissionDto): string {
  const amount = about?.amount ? `${formatMoney(about.amount)}, ` : "";
  return `${amount}submitted ${LOCAL.format(new Date(receivedAt))} (…${id.slice(-6)})`;
}
