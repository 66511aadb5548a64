/**
 * What will happen, in one sentence: the tool's title, the amount, and what it is done to. Only made of what the
 * contract declares and the args say; a long value is cut visibly, and whole on the intent's own page.
 */
import { boundText } from "@/components/bound-text";
import { formatMoney } from "@/components/money";
import type { AboutDto } from "@/lib/wire/about";
import type { IntentDto } from "@/lib/wire/intent";
import { argsSentence } from "./args-sentence";
import { fieldName } from "./field-name";

/** `value` was written by an agent and is shown as such. */
export type Piece = { kind: "words" | "amount" | "value"; text: string };

type Told = Pick<IntentDto, "about" | "args" | "argsErased">;

const TARGETS_MAX = 3;
const VALUE_CHARACTERS_MAX = 80;

/** What comes after the title; never empty. */
export function effectPieces({ about, args, argsErased }: Told): Piece[] {
  if (argsErased) return [{ kind: "words", text: "its args were erased" }];
  const parts = [...amountPart(about), ...targetParts(about)];
  if (parts.length === 0) return [{ kind: "value", text: argsSentence(args) }];
  return parts.flatMap((part, index) => (index === 0 ? part : [{ kind: "words" as const, text: ", " }, ...part]));
}

/** The whole sentence as plain text, for a name, an announcement or a notification. */
export function effectText(intent: Told & Pick<IntentDto, "title">): string {
  return `${intent.title}: ${effectPieces(intent)
    .map(({ text }) => text)
    .join("")}`;
}

function amountPart(about: AboutDto | undefined): Piece[][] {
  return about?.amount ? [[{ kind: "amount", text: formatMoney(about.amount) }]] : [];
}

function targetParts(about: AboutDto | undefined): Piece[][] {
  const targets = about?.target ?? [];
  const shown = targets.slice(0, TARGETS_MAX).map(({ pointer, value }): Piece[] => [
    { kind: "words", text: `${fieldName(pointer)} ` },
    { kind: "value", text: cut(value) },
  ]);
  const restCount = targets.length - shown.length;
  return restCount > 0 ? [...shown, [{ kind: "words", text: `and ${restCount} more` }]] : shown;
}

/** Bounded for a row; also where a value says nothing. */
export function cut(value: string): string {
  if (value === "") return "(empty)";
  const start = boundText(value, { charactersMax: VALUE_CHARACTERS_MAX, linesMax: Number.POSITIVE_INFINITY });
  return start === null ? value : `${start}…`;
}
