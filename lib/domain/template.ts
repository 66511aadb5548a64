/**
 * The grammar of templates in contracts: text with `{key}`, `{intentId}`, `{args.a.b}`, `{config.X}` and `{secret.X}` in
 * it, and `{+config.X}`, which alone is inserted as it is (RFC 6570 reserved expansion). There is no escape: a brace
 * that is not part of such an expression is a mistake, and would otherwise be sent as it stands.
 */
export type TemplatePart = { kind: "text"; text: string } | { kind: "expression"; raw: boolean; name: string };

const NAME = /^(?:key|intentId|args(?:\.[A-Za-z0-9_-]+)+|(?:config|secret)\.[A-Za-z0-9_]+)$/;
const PIECE = /\{[^{}]*\}|[{}]|[^{}]+/g;
const SHOWN_MAX = 60;

/** Throws a TypeError whose message names the piece that is wrong. */
export function parseTemplate(text: string): TemplatePart[] {
  return [...text.matchAll(PIECE)].map(([piece]) => parsePiece(piece));
}

function parsePiece(piece: string): TemplatePart {
  if (piece === "{" || piece === "}") throw new TypeError(`The template has a ${piece} that belongs to no expression.`);
  if (!piece.startsWith("{")) return { kind: "text", text: piece };
  const raw = piece.startsWith("{+");
  const name = piece.slice(raw ? 2 : 1, -1);
  if (!NAME.test(name)) {
    const expected = "{key}, {intentId}, {args.…}, {config.X} or {secret.X}";
    throw new TypeError(`The template names ${shorten(piece)}, which means nothing; expected ${expected}.`);
  }
  if (raw && !name.startsWith("config.")) {
    throw new TypeError(`The template says ${shorten(piece)}, but only config is inserted as it is.`);
  }
  return { kind: "expression", raw, name };
}

function shorten(piece: string): string {
  return piece.length <= SHOWN_MAX ? piece : `${piece.slice(0, SHOWN_MAX).toWellFormed()}…`;
}
