/**
 * Where in a JSON text each value stands, and what parsing would hide: a member that is written twice, and a number
 * that no double can carry. For text that JSON.parse takes.
 */
export type JsonPlaces = {
  /** Pointer → line, from 1. */
  lines: ReadonlyMap<string, number>;
  faults: { pointer: string; message: string }[];
};

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

type Container = { pointer: string; kind: "object" | "array"; name: string; index: number; names: Set<string> };

export function findPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const faults: JsonPlaces["faults"] = [];
  const open: Container[] = [];
  let line = 1;
  let from = 0;
  let isName = false;

  function begin(): string {
    const top = open.at(-1);
    const pointer =
      top === undefined ? "" : `${top.pointer}/${top.kind === "array" ? top.index : escapeToken(top.name)}`;
    lines.set(pointer, line);
    return pointer;
  }

  for (const match of text.matchAll(TOKEN)) {
    line += countBreaks(text, from, match.index);
    from = match.index;
    const [token] = match;
    const top = open.at(-1);
    if (token === "{" || token === "[") {
      const kind = token === "{" ? "object" : "array";
      open.push({ pointer: begin(), kind, name: "", index: 0, names: new Set() });
      isName = kind === "object";
    } else if (token === "}" || token === "]") {
      open.pop();
      isName = false;
    } else if (token === ",") {
      if (top?.kind === "array") top.index += 1;
      isName = top?.kind === "object";
    } else if (token === ":") {
      isName = false;
    } else if (isName && top !== undefined) {
      top.name = JSON.parse(token) as string;
      if (top.names.has(top.name)) {
        faults.push({ pointer: `${top.pointer}/${escapeToken(top.name)}`, message: "It is written twice." });
      }
      top.names.add(top.name);
    } else {
      const pointer = begin();
      if (!isExact(token)) faults.push({ pointer, message: TOO_LONG });
    }
  }
  return { lines, faults };
}

const TOO_LONG = "This number has more digits than can be carried exactly; write it as a text.";

/** Only tokens of sixteen or more digits can lose any. */
function isExact(token: string): boolean {
  if (!/^-?\d/.test(token)) return true;
  const digits = token
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  return digits.length < 16 || String(Number(token)) === token;
}

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
