import { boundText } from "@/components/bound-text";
import { formatMoney } from "@/components/money";
import type { IntentDto } from "@/lib/wire/intent";

export type FoundIntent = Pick<IntentDto, "id" | "title" | "state" | "about" | "run"> & {
  /** It waits for a person. */
  isWaiting: boolean;
};

type Shown = Omit<FoundIntent, "isWaiting">;
type Found = { waiting: readonly Shown[]; all: readonly Shown[] };

export const FOUND_MAX = 6;
const TARGETS_MAX = 2;
const VALUE_CHARACTERS_MAX = 60;

/** What waits comes first; each intent once, and no more than anybody reads. */
export function mergeFound({ waiting, all }: Found): FoundIntent[] {
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const others = all.filter(({ id }) => !waitingIds.has(id));
  return [
    ...waiting.map((intent) => ({ ...intent, isWaiting: true })),
    ...others.map((intent) => ({ ...intent, isWaiting: false })),
  ].slice(0, FOUND_MAX);
}

/** What it is about, in a few words; written by an agent. */
export function aboutText({ about, run }: Pick<FoundIntent, "about" | "run">): string {
  const amount = about?.amount ? [formatMoney(about.amount)] : [];
  const targets = (about?.target ?? []).slice(0, TARGETS_MAX).map(({ value }) => cut(value));
  const parts = [...amount, ...targets];
  return parts.length === 0 && run !== null ? cut(run) : parts.join(", ");
}

export function stateWord(state: IntentDto["state"]): string {
  const word = state.replaceAll("_", " ");
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function cut(value: string): string {
  const start = boundText(value, { charactersMax: VALUE_CHARACTERS_MAX, linesMax: 1 });
  return start === null ? value : `${start}…`;
}
