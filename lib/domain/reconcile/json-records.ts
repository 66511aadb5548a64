/**
 * JSON as a stream: one object a line (NDJSON), or one array of objects. Nothing but the object that is being read is
 * kept. Objects of an array are named by their place, from 1.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "../json";
import { quoteUnsafeNumbers } from "../normalise/lossless";

export type JsonRecord = { line: number; object: JsonObject } | { line: number; fault: string };
export type JsonReader = { push(text: string): JsonRecord[]; end(): JsonRecord[] };

const RECORD_CHARS_MAX = 65_536;
const NOT_AN_OBJECT = "Expected one JSON object.";
const TOO_LONG = `The object is longer than ${RECORD_CHARS_MAX} characters.`;

/** The text is no array, or ends in the middle of one: what it says as a whole is not known. */
export class BrokenArrayError extends Error {
  override name = "BrokenArrayError";
}

export function makeLinesReader(): JsonReader {
  let rest = "";
  let line = 0;
  let isSkipping = false;

  function read(text: string, records: JsonRecord[]): void {
    line += 1;
    const wasSkipping = isSkipping;
    isSkipping = false;
    if (wasSkipping || text.trim() === "") return;
    records.push(text.length > RECORD_CHARS_MAX ? { line, fault: TOO_LONG } : readObject(line, text));
  }
  return {
    push(text) {
      const records: JsonRecord[] = [];
      const lines = (rest + (line === 0 && rest === "" ? withoutMark(text) : text)).split("\n");
      rest = lines.pop() ?? "";
      for (const one of lines) read(one, records);
      if (rest.length > RECORD_CHARS_MAX) {
        if (!isSkipping) records.push({ line: line + 1, fault: TOO_LONG });
        isSkipping = true;
        rest = "";
      }
      return records;
    },
    end() {
      const records: JsonRecord[] = [];
      read(rest, records);
      return records;
    },
  };
}

const OPENS = new Set(["{", "["]);
const CLOSES = new Set(["}", "]"]);

/** Cuts the array into its elements by brackets and strings alone; each is then parsed by itself. */
export function makeArrayReader(): JsonReader {
  let place: "before" | "inside" | "after" = "before";
  let element = "";
  let isTooLong = false;
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let line = 0;

  function finish(records: JsonRecord[], isLast: boolean): void {
    const text = element.trim();
    element = "";
    if (text === "" && !isTooLong && isLast && line === 0) return; // []
    line += 1;
    records.push(isTooLong ? { line, fault: TOO_LONG } : readObject(line, text));
    isTooLong = false;
  }

  function keep(text: string): void {
    if (isTooLong) return;
    element += text;
    if (element.length > RECORD_CHARS_MAX) {
      isTooLong = true;
      element = "";
    }
  }

  function push(text: string): JsonRecord[] {
    const records: JsonRecord[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] as string;
      if (place !== "inside") {
        if (sign.trim() === "" || sign === "\ufeff") continue;
        if (place === "after" || sign !== "[") throw new BrokenArrayError("Expected one JSON array of objects.");
        place = "inside";
        from = at + 1;
      } else if (inString) {
        if (isEscaped) isEscaped = false;
        else if (sign === "\\") isEscaped = true;
        else if (sign === '"') inString = false;
      } else if (sign === '"') inString = true;
      else if (OPENS.has(sign)) depth += 1;
      else if (CLOSES.has(sign) && depth > 0) depth -= 1;
      else if (depth === 0 && (sign === "," || sign === "]")) {
        keep(text.slice(from, at));
        finish(records, sign === "]");
        from = at + 1;
        if (sign === "]") place = "after";
      } else if (sign === "}") throw new BrokenArrayError("The brackets of the array do not match.");
    }
    if (place === "inside") keep(text.slice(from));
    return records;
  }
  return {
    push,
    end() {
      if (place === "before") throw new BrokenArrayError("The statement is empty.");
      if (place === "inside") throw new BrokenArrayError("The JSON array has no end.");
      return [];
    },
  };
}

function readObject(line: number, text: string): JsonRecord {
  try {
    const value = JSON.parse(quoteUnsafeNumbers(text)) as JsonValue;
    return isJsonObject(value) ? { line, object: value } : { line, fault: NOT_AN_OBJECT };
  } catch {
    return { line, fault: "It is not valid JSON." };
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
