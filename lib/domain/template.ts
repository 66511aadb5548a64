/**
 * The grammar of templates in contracts: text with expressions over `key`, `intentId`, `args.a.b`, `config.X` and
 * `secret.X`. An address knows RFC 6570's simple `{x}`, path `{/x}`, query `{?x,y}` and `{&x}` expansion, lists and
 * explode (`{?x*}`); everything else knows `{x}` alone. `{+config.X}` alone is inserted as it is. There is no escape: a
 * brace that is not part of such an expression is a mistake, and would otherwise be sent as it stands.
 *
 * What asks for a listing is about no intent: it knows `from`, `to`, `cursor` and the like, `config.X` and `secret.X`.
 */
export type TemplateOperator = "" | "+" | "/" | "?" | "&";
export type TemplateName = { name: string; explode: boolean };
export type TemplatePart =
  | { kind: "text"; text: string }
  | { kind: "expression"; operator: TemplateOperator; names: TemplateName[] };
/** `address`: the whole grammar. `text`: headers and bodies, where only `{x}` and `{+config.X}` mean something. */
export type TemplateUse = "address" | "text";

export type TemplateSubject = "effect" | "list";

const NAMES: Record<TemplateSubject, { pattern: RegExp; expected: string }> = {
  effect: {
    pattern: /^(?:key|intentId|args(?:\.[A-Za-z0-9_-]+)+|(?:config|secret)\.[A-Za-z0-9_]+)$/,
    expected: "{key}, {intentId}, {args.…}, {config.X} or {secret.X}",
  },
  list: {
    pattern: /^(?:from|to|fromUnix|toUnix|cursor|page|(?:config|secret)\.[A-Za-z0-9_]+)$/,
    expected: "{from}, {to}, {fromUnix}, {toUnix}, {cursor}, {page}, {config.X} or {secret.X}",
  },
};
const PIECE = /\{[^{}]*\}|[{}]|[^{}]+/g;
const OPERATOR = /^[+/?&]/;
const SHOWN_MAX = 60;

/** Throws a TypeError whose message names the piece that is wrong. */
export function parseTemplate(
  text: string,
  use: TemplateUse = "text",
  subject: TemplateSubject = "effect",
): TemplatePart[] {
  return [...text.matchAll(PIECE)].map(([piece]) => parsePiece(piece, use, subject));
}

/** What an expression calls a value in a query: the last part of its name. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function parsePiece(piece: string, use: TemplateUse, subject: TemplateSubject): TemplatePart {
  if (piece === "{" || piece === "}") throw new TypeError(`The template has a ${piece} that belongs to no expression.`);
  if (!piece.startsWith("{")) return { kind: "text", text: piece };
  const inside = piece.slice(1, -1);
  const operator = (OPERATOR.exec(inside)?.[0] ?? "") as TemplateOperator;
  const names = inside.slice(operator.length).split(",").map(parseName);
  const { pattern, expected } = NAMES[subject];
  if (names.some(({ name }) => !pattern.test(name))) {
    throw new TypeError(`The template names ${shorten(piece)}, which means nothing; expected ${expected}.`);
  }
  if (operator === "+" && names.some(({ name }) => !name.startsWith("config."))) {
    throw new TypeError(`The template says ${shorten(piece)}, but only config is inserted as it is.`);
  }
  const isPlain = names.length === 1 && names[0]?.explode === false && (operator === "" || operator === "+");
  if (use === "text" && !isPlain) {
    throw new TypeError(`The template says ${shorten(piece)}, which only an address may say; expected one plain name.`);
  }
  return { kind: "expression", operator, names };
}

function parseName(text: string): TemplateName {
  return text.endsWith("*") ? { name: text.slice(0, -1), explode: true } : { name: text, explode: false };
}

function shorten(piece: string): string {
  return piece.length <= SHOWN_MAX ? piece : `${piece.slice(0, SHOWN_MAX).toWellFormed()}…`;
}
