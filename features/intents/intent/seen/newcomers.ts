import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { compareFields, countsAsOther } from "../fields/compare-fields";

/** More are in the cluster. */
const SHOWN_MAX = 3;

/** Submissions with other values than what runs, that came after the hold that was seen had begun; the newest first. */
export function newcomersSince(
  seen: IntentDto,
  now: IntentDto,
  submissions: readonly SubmissionDto[],
): readonly SubmissionDto[] {
  const since = Date.parse(seen.hold?.since ?? seen.createdAt);
  return submissions
    .filter(({ receivedAt, refusal, fields }) => {
      if (refusal !== null || fields === null || Date.parse(receivedAt) <= since) return false;
      return countsAsOther(compareFields(now.fields ?? [], fields));
    })
    .slice(-SHOWN_MAX)
    .reverse();
}
