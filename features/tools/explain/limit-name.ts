import { fieldName } from "@/components/field-name";
import { payerWords, windowWords } from "../contract/limit-words";

const LABEL = /^(?:calls|sum of (.+)) per (.+) in (?:a calendar )?(\S+), at most \S+(?: \S+)?$/;

/** What a limit counts, for whom and for how long; how much that may be is said beside it. Else as the server says it. */
export function limitName(label: string): string {
  const [isRead, sum, per, window] = LABEL.exec(label) ?? [];
  if (isRead === undefined || per === undefined || window === undefined) return label;
  const counted = sum === undefined ? "intents" : `total of ${fieldName(sum)}`;
  return `${payerWords(per)}: ${counted} ${windowWords(window)}`;
}
