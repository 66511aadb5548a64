/**
 * What else was asked for in the place of what waits, at a glance, and what became of it: "$80.00, now also $100.00",
 * "another intent asked for $100.00 and succeeded". What has already happened comes first.
 */
import { formatMoney } from "@/components/money";
import type { InboxItemDto, OtherAskDto } from "@/lib/wire/inbox";
import { cut, type Piece } from "../words/effect-sentence";
import { fieldName } from "../words/field-name";
import { becameWords, type Weight } from "./became-words";

export type OtherLine = {
  kind: OtherAskDto["kind"];
  weight: Weight;
  pieces: Piece[];
  /** When it ended, the last of them where there are several. */
  endedAt: string | null;
  /** Where the difference is shown whole. */
  href: string;
};

type Item = Pick<InboxItemDto, "id" | "about" | "others">;

const FIELDS_MAX = 2;
const ORDER: readonly Weight[] = ["happened", "may_happen", "did_not"];

export function otherLines({ id, about, others }: Item): OtherLine[] {
  return alike(others)
    .map((group) => (group[0].kind === "drift" ? driftLine(id, about, group[0]) : resembledLine(id, group)))
    .sort((left, right) => ORDER.indexOf(left.weight) - ORDER.indexOf(right.weight));
}

type Group = [OtherAskDto, ...OtherAskDto[]];

/** Those of which the same would be told are told once. */
function alike(others: readonly OtherAskDto[]): Group[] {
  const groups = new Map<string, Group>();
  for (const other of others) {
    const key = JSON.stringify([other.kind, other.amount, other.fields, other.state]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [other]);
    else group.push(other);
  }
  return [...groups.values()];
}

/** The cluster is on the intent's own page. */
function driftLine(id: string, about: Item["about"], other: OtherAskDto): OtherLine {
  const here = other.amount !== null && about?.amount ? [amount(about.amount), words(", ")] : [];
  return {
    kind: "drift",
    weight: "may_happen",
    pieces: [...here, words("now also "), ...askedPieces(other)],
    endedAt: null,
    href: `/intents/${encodeURIComponent(id)}#cluster`,
  };
}

/** One is shown on its own page, several on the page of what resembles them. */
function resembledLine(id: string, group: Group): OtherLine {
  const [first] = group;
  const became = becameWords(first.state, group.length);
  const who = group.length === 1 ? "another intent" : `${group.length.toLocaleString()} other intents`;
  const what = first.kind === "lookalike" || isSame(first) ? [words("the same")] : askedPieces(first);
  return {
    kind: first.kind,
    weight: became.weight,
    pieces: [words(`${who} asked for `), ...what, words(` and ${became.words}`)],
    endedAt: lastEnd(group),
    href:
      group.length === 1
        ? `/intents/${encodeURIComponent(first.intentId)}`
        : `/intents/${encodeURIComponent(id)}#related`,
  };
}

/** Denied with these values, or with values that were erased since. */
function isSame({ kind, amount: other, fields }: OtherAskDto): boolean {
  return kind === "denied_before" && other === null && fields.length === 0;
}

function lastEnd(group: Group): string | null {
  const ends = group.flatMap(({ endedAt }) => endedAt ?? []);
  return ends.sort().at(-1) ?? null;
}

function askedPieces(other: OtherAskDto): Piece[] {
  const parts = [...(other.amount === null ? [] : [[amount(other.amount)]]), ...fieldParts(other)];
  if (parts.length === 0) return [words("other values")];
  return parts.flatMap((part, index) => (index === 0 ? part : [words(", "), ...part]));
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

function words(text: string): Piece {
  return { kind: "words", text };
}

function amount(value: NonNullable<OtherAskDto["amount"]>): Piece {
  return { kind: "amount", text: formatMoney(value) };
}
