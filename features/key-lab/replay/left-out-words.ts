import type { ReplayDto } from "@/lib/wire/replay";
import { submissionsWords } from "./difference-words";

/** What the numbers do not cover, and why, each in a sentence. */
export function leftOutWords({ submissions, range }: ReplayDto): string[] {
  const { leftOut, underEarlierVersions, before } = submissions;
  const said: string[] = [];
  if (range.cutAt !== null) said.push("There was more than one replay takes: it stopped before the end of the time.");
  if (leftOut.erased > 0) said.push(`${submissionsWords(leftOut.erased)} left out: the args were erased.`);
  if (leftOut.notReproduced > 0) {
    const count = submissionsWords(leftOut.notReproduced);
    said.push(`${count} left out: replayed by the active version they do not come to what is on record.`);
  }
  if (leftOut.peoplesOrders > 0) {
    const count = submissionsWords(leftOut.peoplesOrders);
    said.push(`${count} taken as they were: bypasses and edits by people are judged by no contract.`);
  }
  if (underEarlierVersions > 0) {
    const count = submissionsWords(underEarlierVersions);
    said.push(`${count} were judged by earlier versions; they are compared with what the active one makes of them.`);
  }
  if (before.isCut) {
    said.push("Not all of what came before this time was read: merges and limits may be counted too low.");
  }
  return said;
}

/** A replay that finds no difference and keys that change are both true. */
export const SAME_UNDER_NEW_KEYS =
  "Under their new keys the submissions that were replayed meet the same intents as before, so nothing else becomes of them. Others may meet something else.";

export const KEYS_LOOKED_FOR =
  "Once it is published, a submission is looked for under its old key and its new one, until the windows of older intents are over.";

export function keysWords(keysChange: boolean): string {
  return keysChange
    ? `Keys change. ${KEYS_LOOKED_FOR}`
    : "Keys stay as they are: the same submission gets the same key.";
}
