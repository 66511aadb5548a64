/**
 * Where a text stops being JSON, or says one thing twice. `JSON.parse` names no place in every version of the language,
 * and takes the last of two equal members without a word: in a contract that is a mistake that nobody would see.
 */
export type JsonFault = { offset: number; message: string };

type Reader = { text: string; at: number };

const SPACE = /[ \t\n\r]*/y;
// Loose: where it ends. Whether its escapes are JSON's is asked of JSON itself.
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NAME_SHOWN_MAX = 60;

/** The first fault, or null. Recurses: ask for the depth first. */
export function findJsonFault(text: string): JsonFault | null {
  const reader = { text, at: 0 };
  const fault = readValue(reader);
  if (fault) return fault;
  take(reader, SPACE);
  return reader.at === text.length ? null : expected(reader, "the end of the text");
}

function readValue(reader: Reader): JsonFault | null {
  take(reader, SPACE);
  const first = reader.text[reader.at];
  if (first === "{") return readMembers(reader, new Set());
  if (first === "[") return readElements(reader);
  if (first === '"') return typeof readString(reader) === "string" ? null : badString(reader);
  return take(reader, SCALAR) === null ? expected(reader, "a value") : null;
}

/** Null, and nothing is taken, where no string of JSON stands. */
function readString(reader: Reader): string | null {
  const { at } = reader;
  const written = take(reader, STRING);
  if (written === null) return null;
  try {
    return JSON.parse(written) as string;
  } catch {
    reader.at = at; // a raw line break or an escape that JSON does not know
    return null;
  }
}

function badString(reader: Reader): JsonFault {
  return {
    offset: reader.at,
    message: "This is not JSON: expected a text that ends on its line, with JSON's escapes.",
  };
}

function readMembers(reader: Reader, names: Set<string>): JsonFault | null {
  reader.at += 1;
  if (takeSign(reader, "}")) return null;
  for (;;) {
    take(reader, SPACE);
    const offset = reader.at;
    const name = readString(reader);
    if (name === null) return expected(reader, "a name in double quotes");
    if (names.has(name)) return { offset, message: `The member ${shown(name)} is written twice.` };
    names.add(name);
    if (!takeSign(reader, ":")) return expected(reader, "a colon");
    const fault = readValue(reader);
    if (fault) return fault;
    if (takeSign(reader, "}")) return null;
    if (!takeSign(reader, ",")) return expected(reader, "a comma or }");
  }
}

function readElements(reader: Reader): JsonFault | null {
  reader.at += 1;
  if (takeSign(reader, "]")) return null;
  for (;;) {
    const fault = readValue(reader);
    if (fault) return fault;
    if (takeSign(reader, "]")) return null;
    if (!takeSign(reader, ",")) return expected(reader, "a comma or ]");
  }
}

function takeSign(reader: Reader, sign: string): boolean {
  take(reader, SPACE);
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

function take(reader: Reader, token: RegExp): string | null {
  token.lastIndex = reader.at;
  const [found = null] = token.exec(reader.text) ?? [];
  if (found !== null) reader.at += found.length;
  return found;
}

function expected({ text, at }: Reader, what: string): JsonFault {
  const found =
    at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : "the end of the text";
  return { offset: at, message: `This is not JSON: expected ${what}, found ${found}.` };
}

function shown(name: string): string {
  return JSON.stringify(name.length <= NAME_SHOWN_MAX ? name : `${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}…`);
}
