/** What became other between the row that somebody decided on and the row as it is now. */
import { formatMoney } from "@/components/money";
import type { InboxItemDto } from "@/lib/wire/inbox";
import { otherLines } from "../decide/other-words";
import { cut, type Piece } from "../words/effect-sentence";
import { fieldName } from "../words/field-name";

const CHANGES_MAX = 6;

/** A line for each change; none where nothing that this page knows of changed. */
export function changedLines(before: InboxItemDto, now: InboxItemDto): Piece[][] {
  const lines = [...amountChange(before, now), ...argChanges(before, now), ...newAsks(before, now)];
  return lines.slice(0, CHANGES_MAX);
}

function amountChange(before: InboxItemDto, now: InboxItemDto): Piece[][] {
  const [old, current] = [before.about?.amount, now.about?.amount];
  if (!old || !current || (old.value === current.value && old.currency === current.currency)) return [];
  return [[amount(formatMoney(old)), words(" became "), amount(formatMoney(current))]];
}

function argChanges(before: InboxItemDto, now: InboxItemDto): Piece[][] {
  if (before.argsDigest === now.argsDigest) return [];
  const names = [...new Set([...Object.keys(before.args), ...Object.keys(now.args)])];
  return names.flatMap((name) => {
    const [old, current] = [inWords(before.args[name]), inWords(now.args[name])];
    if (old === current) return [];
    return [[words(`${fieldName(`/${name}`)}: `), value(old), words(" became "), value(current)]];
  });
}

function newAsks(before: InboxItemDto, now: InboxItemDto): Piece[][] {
  const known = new Set(before.others.map(sameness));
  return otherLines({ ...now, others: now.others.filter((other) => !known.has(sameness(other))) }).map(
    ({ pieces }) => pieces,
  );
}

function sameness({ kind, intentId, amount: asked, fields, state }: InboxItemDto["others"][number]): string {
  return JSON.stringify([kind, intentId, asked, fields, state]);
}

function inWords(written: unknown): string {
  if (written === undefined) return "nothing";
  return cut(typeof written === "string" ? written : (JSON.stringify(written) ?? "null"));
}

function words(text: string): Piece {
  return { kind: "words", text };
}

function value(text: string): Piece {
  return { kind: "value", text };
}

function amount(text: string): Piece {
  return { kind: "amount", text };
}
