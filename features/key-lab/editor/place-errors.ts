/** Where in the text the server's words about a contract belong. Brings the `yaml` library: load it with `import()`. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { FieldError } from "@/lib/wire/problem";

/** `line` counts from 1; null: nobody can say where. */
export type PlacedError = FieldError & { line: number | null };

/** JSON is YAML too. */
export function placeErrors(text: string, errors: readonly FieldError[]): PlacedError[] {
  const lineOf = readPlaces(text);
  return errors.map((error) => ({ ...error, line: lineInWords(error.message) ?? lineOf(error.pointer) }));
}

/** What cannot be read at all is told with its line already. */
function lineInWords(message: string): number | null {
  const [, line] = /\bline (\d+), column \d+/.exec(message) ?? [];
  return line === undefined ? null : Number(line);
}

function readPlaces(text: string): (pointer: string) => number | null {
  try {
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: "silent", uniqueKeys: false });
    const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);
    return (pointer) => {
      const at = offsetOf(resolve, document.contents, tokensOf(pointer));
      return at === null ? null : lineCounter.linePos(at).line;
    };
  } catch {
    return () => null;
  }
}

/** Of the member itself, or of the nearest one around it where it is missing. */
function offsetOf(resolve: (node: unknown) => unknown, root: Node | null, tokens: string[]): number | null {
  let node: unknown = root;
  let at: number | null = null;
  for (const token of tokens) {
    const container = resolve(node);
    if (isMap(container)) {
      const pair = container.items.find((one: Pair) => nameOf(one.key) === token);
      if (pair === undefined) return at;
      at = startOf(pair.key) ?? at;
      node = pair.value;
    } else if (isSeq(container)) {
      node = container.items[Number(token)];
      if (node === undefined) return at;
      at = startOf(node) ?? at;
    } else return at;
  }
  return at;
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function startOf(node: unknown): number | null {
  const { range } = (node ?? {}) as Partial<Node>;
  return range?.[0] ?? null;
}

function tokensOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split("/");
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
