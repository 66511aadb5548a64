/**
 * CSV as it comes from spreadsheets, banks and scripts, read piece by piece: quoted fields, CRLF or LF, a byte order
 * mark, and `,`, `;` or a tab between fields, whichever the first line that says something has.
 *
 *  C1 Memory is bounded by one record. A quote without an end spoils the line it stands on, not the rest of the file.
 *  C2 A record is named by the line on which it begins.
 */
export type CsvRecord = { line: number; fields: string[] } | { line: number; fault: string };

/** Longer than any line that anybody writes; also how far a quoted field may reach over lines. */
const RECORD_CHARS_MAX = 8_192;
const SEPARATORS = [",", ";", "\t"] as const;

type Cut = { fields: string[]; end: number };

export function makeCsvReader(): { push(text: string): CsvRecord[]; end(): CsvRecord[] } {
  let rest = "";
  let line = 1;
  let separator: string | null = null;
  let isSkipping = false;

  function take(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let from = 0;
    for (;;) {
      const newline = rest.indexOf("\n", from);
      if (isSkipping) {
        if (newline === -1) break;
        from = newline + 1;
        line += 1;
        isSkipping = false;
        continue;
      }
      const end = newline === -1 ? rest.length : newline;
      if (newline === -1 && (!isEnd || from >= rest.length)) {
        if (!isEnd && rest.length - from > RECORD_CHARS_MAX) {
          records.push({ line, fault: `The line is longer than ${RECORD_CHARS_MAX} characters.` });
          isSkipping = true;
        }
        break;
      }
      const plain = rest.slice(from, end);
      if (plain.trim() !== "") separator ??= separatorOf(plain);
      if (plain.length > RECORD_CHARS_MAX) {
        records.push({ line, fault: `The line is longer than ${RECORD_CHARS_MAX} characters.` });
      } else if (!plain.includes('"')) {
        const text = plain.endsWith("\r") ? plain.slice(0, -1) : plain;
        if (text !== "") records.push({ line, fields: text.split(separator ?? ",") });
      } else {
        const found = cutQuoted(rest, from, separator ?? ",");
        // Without its line's end it may go on in the next piece.
        const cut = found !== null && (isEnd || rest[found.end - 1] === "\n") ? found : null;
        if (cut === null && !isEnd && rest.length - from <= RECORD_CHARS_MAX) break;
        if (cut !== null) {
          records.push({ line, fields: cut.fields });
          line += newlinesIn(rest, from, cut.end);
          from = cut.end;
          continue;
        }
        records.push({ line, fault: "A quoted field has no end, or something stands behind its quote." }); // C1
      }
      from = newline === -1 ? rest.length : newline + 1;
      line += 1;
    }
    rest = isSkipping ? "" : rest.slice(from);
    return records;
  }

  let isFirst = true;
  return {
    push(text) {
      rest += isFirst && text.startsWith("\ufeff") ? text.slice(1) : text;
      if (text !== "") isFirst = false;
      return take(false);
    },
    end: () => take(true),
  };
}

function separatorOf(header: string): string {
  const outside = header.replace(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => outside.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Null: a quote has no end in what is there, or is followed by something else. */
function cutQuoted(text: string, from: number, separator: string): Cut | null {
  const fields: string[] = [];
  const most = Math.min(text.length, from + RECORD_CHARS_MAX);
  let at = from;
  for (;;) {
    const field = text[at] === '"' ? quotedField(text, at, most) : plainField(text, at, most, separator);
    if (field === null) return null;
    fields.push(field.value);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (text[at] === "\r" && (text[at + 1] === "\n" || at + 1 >= text.length)) at += 1;
    if (at >= text.length) return { fields, end: at };
    return text[at] === "\n" ? { fields, end: at + 1 } : null;
  }
}

function quotedField(text: string, from: number, most: number): { value: string; end: number } | null {
  let value = "";
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || quote >= most) return null;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function plainField(text: string, from: number, most: number, separator: string): { value: string; end: number } {
  let end = from;
  while (end < most && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(from, end), end };
}

function newlinesIn(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
