/**
 * JSON that a machine wrote in one line, laid out for people. Only white space is added: every number keeps its digits,
 * every text its spelling, and members their order, so that it says what it said before.
 */
import type { Written } from "./queries";

const INDENT = "  ";
const TOKENS = /"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g;

/** What has lines of its own, or cannot be read, stays as somebody wrote it. */
export function layOut({ text, format }: Written): string {
  const isOneLine = format === "json" && !text.trim().includes("\n");
  return isOneLine && isJson(text) ? `${layOutTokens(text.match(TOKENS) ?? [])}\n` : text;
}

function layOutTokens(tokens: readonly string[]): string {
  let depth = 0;
  const breakLine = () => `\n${INDENT.repeat(depth)}`;
  return tokens
    .map((token) => {
      switch (token) {
        case "{":
        case "[":
          depth += 1;
          return token + breakLine();
        case "}":
        case "]":
          depth -= 1;
          return breakLine() + token;
        case ",":
          return token + breakLine();
        case ":":
          return ": ";
        default:
          return token.startsWith('"') ? token : token.replace(/\s+/g, "");
      }
    })
    .join("");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
