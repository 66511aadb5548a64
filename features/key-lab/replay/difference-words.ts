import type { Tone } from "@/components/badge";
import type { ReplayDto } from "@/lib/wire/replay";

type Words = {
  /** After a number: "4 submissions would join another intent". */
  would: string;
  /** What that means to whoever owns the tool. */
  meaning: string;
  tone: Tone;
};

/** What a changed contract would do otherwise; those that cost an effect first. */
const WORDS: Record<string, Words> = {
  merged: {
    would: "would join another intent",
    meaning: "Each opened an intent of its own. Its effect would not happen.",
    tone: "warn",
  },
  split: {
    would: "would open a new intent",
    meaning: "Each joined another one. A second effect would happen.",
    tone: "bad",
  },
  moved: {
    would: "would belong to another intent",
    meaning: "As one of its later submissions, before and after.",
    tone: "warn",
  },
  drifted: { would: "would count as drift", meaning: "The same action with other material values.", tone: "info" },
  notDrifted: {
    would: "would count as drift no more",
    meaning: "What differs would no longer be material, or the action another one.",
    tone: "info",
  },
  lookalike: {
    would: "would count as look-alike",
    meaning: "The same values under another key.",
    tone: "info",
  },
  notLookalike: { would: "would count as look-alike no more", meaning: "Nothing would point it out.", tone: "info" },
  variant: {
    would: "would count as variant",
    meaning: "The same target, other values, another key.",
    tone: "info",
  },
  notVariant: { would: "would count as variant no more", meaning: "Nothing would point it out.", tone: "info" },
  held: { would: "would be held", meaning: "It went on by itself. A person would decide.", tone: "warn" },
  cleared: { would: "would be cleared, or go on unheld", meaning: "Nobody would be asked any more.", tone: "warn" },
  refused: { would: "would be refused by policy", meaning: "Nothing would run.", tone: "warn" },
  otherApprovals: {
    would: "would be held for other people, or another number of them",
    meaning: "It is held before and after.",
    tone: "info",
  },
  duplicateRefused: {
    would: "would be refused as duplicate",
    meaning: "The agent would be told no instead of getting the first result.",
    tone: "warn",
  },
  notDuplicateRefused: {
    would: "would be refused as duplicate no more",
    meaning: "A rule about duplicates turned it away.",
    tone: "info",
  },
  invalid: {
    would: "would not fit the schema",
    meaning: "The agent would be turned away before anything is recorded.",
    tone: "warn",
  },
  keyRequired: {
    would: "would lack a key",
    meaning: "Nothing in it would say which action it repeats.",
    tone: "warn",
  },
  accepted: { would: "would be taken", meaning: "It was turned away.", tone: "info" },
};

export type DifferenceGroup = Words & {
  kind: string;
  count: number;
  examples: ReplayDto["differences"][string]["examples"];
};

/** Those that there are, in the order in which people read them. A kind that this page does not know comes last. */
export function groupsOf({ differences }: ReplayDto): DifferenceGroup[] {
  const kinds = [...new Set([...Object.keys(WORDS), ...Object.keys(differences)])];
  return kinds.flatMap((kind) => {
    const { count = 0, examples = [] } = differences[kind] ?? {};
    const words = WORDS[kind] ?? { would: `would be treated otherwise (${kind})`, meaning: "", tone: "info" as const };
    return count === 0 ? [] : [{ kind, count, examples, ...words }];
  });
}

export function submissionsWords(count: number): string {
  return count === 1 ? "1 submission" : `${count.toLocaleString()} submissions`;
}

/** "Of 1,204 submissions, 6 would be treated otherwise than by version 3." */
export function headlineOf({ submissions: { compared, changed }, comparedWith: { version } }: ReplayDto): string {
  if (compared === 0) return "There was nothing to compare in this time.";
  if (changed === 0) {
    return `Nothing would change: ${submissionsWords(compared)} would be treated as by version ${version}.`;
  }
  return `Of ${submissionsWords(compared)}, ${changed.toLocaleString()} would be treated otherwise than by version ${version}.`;
}

const SHORT_MAX = 3;

/** The same in a few words, for a summary: those that weigh most. */
export function shortWords(result: ReplayDto): string {
  const groups = groupsOf(result);
  if (result.submissions.compared === 0) return "there was nothing to compare";
  if (groups.length === 0) return "no recorded submission would be treated otherwise";
  const said = groups.slice(0, SHORT_MAX).map(({ count, would }) => `${count.toLocaleString()} ${would}`);
  return `${said.join(", ")}${groups.length > SHORT_MAX ? ", and more" : ""}`;
}
