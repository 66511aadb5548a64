/** What Tab, Shift-Tab and Enter do to a text: a stretch of it, what takes its place, and what is selected then. */
export type Selection = { text: string; from: number; to: number };
export type Edit = { from: number; to: number; insert: string; select: [from: number, to: number] };

const STEP = 2;

export function indent({ text, from, to }: Selection): Edit {
  if (from === to) {
    const column = from - lineStart(text, from);
    const spaces = " ".repeat(STEP - (column % STEP));
    return { from, to, insert: spaces, select: [from + spaces.length, from + spaces.length] };
  }
  return changeLines({ text, from, to }, (line) => (line === "" ? line : " ".repeat(STEP) + line));
}

export function outdent(selection: Selection): Edit {
  return changeLines(selection, (line) => line.replace(/^ {1,2}/, ""));
}

/** The next line begins where this one does, or a step further after what opens something. */
export function breakLine({ text, from, to }: Selection): Edit {
  const before = text.slice(lineStart(text, from), from);
  const [spaces = ""] = /^ */.exec(before) ?? [];
  const deeper = /[:{[]\s*$/.test(before) ? " ".repeat(STEP) : "";
  const insert = `\n${spaces}${deeper}`;
  return { from, to, insert, select: [from + insert.length, from + insert.length] };
}

/** Where a line (from 1) begins and ends. */
export function lineRange(text: string, line: number): [from: number, to: number] {
  let from = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", from);
    if (end === -1) break;
    from = end + 1;
  }
  return [from, lineEnd(text, from)];
}

function changeLines({ text, from, to }: Selection, change: (line: string) => string): Edit {
  const start = lineStart(text, from);
  // A selection that ends at the beginning of a line has nothing of it.
  const end = lineEnd(text, to > from && text[to - 1] === "\n" ? to - 1 : to);
  const lines = text.slice(start, end).split("\n");
  const changed = lines.map(change);
  const insert = changed.join("\n");
  const first = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0);
  const grown = insert.length - (end - start);
  return { from: start, to: end, insert, select: [Math.max(start, from + first), Math.max(start, to + grown)] };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
