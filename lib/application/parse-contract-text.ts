/**
 * A contract's text as plain JSON values, or an error that says why not. Whatever the text, parsing it is bounded: in
 * nesting (the YAML composer recurses, and running out of stack there can end the process), in tokens (it compares
 * every key of a map with every other) and in what aliases expand to.
 */
import { Lexer, LineCounter, Parser, parseDocument, type YAMLError } from "yaml";
import { findUnusable } from "@/lib/domain/gate/unusable";
import type { JsonValue } from "@/lib/domain/json";
import { isDeeperThan, isValueDeeperThan } from "@/lib/domain/json-depth";
import { InvalidError } from "./errors";

const DEPTH_MAX = 64;
/** The parser's stack also holds the document and the scalar that is being read. */
const YAML_STACK_MAX = DEPTH_MAX + 2;
const YAML_TOKENS_MAX = 20_000;
const YAML_ALIASES_MAX = 100;
const YAML_ERRORS_MAX = 10;
const EXPANDED_CHARS_MAX = 1024 * 1024;

const TOO_DEEP = `It is nested deeper than ${DEPTH_MAX} levels, or contains itself.`;

export function parseContractText(text: string, format: "yaml" | "json"): unknown {
  if (text.includes("\u0000") || !text.isWellFormed()) {
    throw unusable("The text contains NUL or half a character (a lone surrogate).");
  }
  const value = format === "json" ? parseJson(text) : parseYaml(text);
  checkValue(value);
  return value;
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text, DEPTH_MAX)) throw unusable(TOO_DEEP);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : "This is not JSON.");
  }
}

function parseYaml(text: string): unknown {
  checkYamlSize(text);
  const lineCounter = new LineCounter();
  // The library's own wording of positions takes quadratic time when there are many errors.
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter });
  if (document.errors.length > 0) {
    throw unusable(...document.errors.slice(0, YAML_ERRORS_MAX).map((error) => describe(error, lineCounter)));
  }
  try {
    return document.toJS({ maxAliasCount: YAML_ALIASES_MAX }) as unknown;
  } catch (error) {
    // An alias without an anchor, or aliases of aliases that would expand to something huge.
    throw unusable(error instanceof Error ? error.message : "This YAML cannot be read.");
  }
}

function checkYamlSize(text: string): void {
  const parser = new Parser();
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > YAML_TOKENS_MAX) throw unusable(`The YAML has more than ${YAML_TOKENS_MAX} tokens.`);
    Array.from(parser.next(token)); // a generator: it reads the token only when it is asked to
    if (parser.stack.length > YAML_STACK_MAX) throw unusable(TOO_DEEP);
  }
}

function checkValue(value: unknown): void {
  if (isValueDeeperThan(value, DEPTH_MAX)) throw unusable(TOO_DEEP);
  const notNumbers: string[] = [];
  const expanded = JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === "number" && !Number.isFinite(member)) notNumbers.push(name);
    return member;
  });
  if (expanded.length > EXPANDED_CHARS_MAX) throw unusable("Its aliases expand to more than 1 MiB.");
  const [notNumber] = notNumbers;
  if (notNumber !== undefined) throw unusable(`The number of "${notNumber}" is infinite or not a number.`);
  const found = findUnusable(value as JsonValue);
  if (found.length > 0) throw unusable(...found.map(({ pointer, message }) => `${pointer}: ${message}`));
}

function describe(error: YAMLError, lines: LineCounter): string {
  const { line, col } = lines.linePos(error.pos[0]);
  return `${error.message} At line ${line}, column ${col}.`;
}

function unusable(...messages: string[]): InvalidError {
  const errors = messages.map((message) => ({ pointer: "", message }));
  return new InvalidError("invalid_contract", "The contract cannot be read.", errors);
}
