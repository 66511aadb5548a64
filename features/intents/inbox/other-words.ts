/** What else was asked for in the place of what waits, at a glance: "$80.00, now also $100.00". */
import { formatMoney } from "@/components/money";
import type { InboxItemDto, OtherAskDto } from "@/lib/wire/inbox";
import { cut, type Piece } from "../words/effect-sentence";
import { fieldName } from "../words/field-name";

/** Where the difference is shown whole. */
export type OtherLine = { kind: OtherAskDto["kind"]; pieces: Piece[]; href: string };

const FIELDS_MAX = 2;

const BEGINNINGS = { drift: "now also ", variant: "another intent asks for ", lookalike: "" } as const;

export function otherLines({ id, about, others }: Pick<InboxItemDto, "id" | "about" | "others">): OtherLine[] {
  return others.map((other) => ({ kind: other.kind, href: hrefOf(id, other), pieces: piecesOf(about, other) }));
}

function piecesOf(about: InboxItemDto["about"], other: OtherAskDto): Piece[] {
  if (other.kind === "lookalike") return [words("another intent asks for the same")];
  const here = other.amount !== null && about?.amount ? [amount(about.amount), words(", ")] : [];
  const parts = [...(other.amount === null ? [] : [[amount(other.amount)]]), ...fieldParts(other)];
  const listed = parts.flatMap((part, index) => (index === 0 ? part : [words(", "), ...part]));
  return [...here, words(BEGINNINGS[other.kind]), ...(listed.length === 0 ? [words("other values")] : listed)];
}

function fieldParts({ fields }: OtherAskDto): Piece[][] {
  const shown = fields
    .slice(0, FIELDS_MAX)
    .map(({ pointer, value }): Piece[] =>
      value === null
        ? [words(`no ${fieldName(pointer)}`)]
        : [words(`${fieldName(pointer)} `), { kind: "value", text: cut(value) }],
    );
  const restCount = fields.length - shown.length;
  return restCount > 0 ? [...shown, [words(`${restCount} more`)]] : shown;
}

/** The cluster is on the intent's own page, the other intent on its. */
function hrefOf(id: string, { kind, intentId }: OtherAskDto): string {
  return kind === "drift" ? `/intents/${encodeURIComponent(id)}#cluster` : `/intents/${encodeURIComponent(intentId)}`;
}

function words(text: string): Piece {
  return { kind: "words", text };
}

function amount(value: NonNullable<OtherAskDto["amount"]>): Piece {
  return { kind: "amount", text: formatMoney(value) };
}
