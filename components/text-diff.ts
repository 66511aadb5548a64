/** Two texts line by line. Brings the `diff` library with it: load this with `import()`, as `useTextDiff` does. */
import { diffLines } from "diff";

export type DiffLine = {
  kind: "same" | "removed" | "added";
  before: number | null;
  after: number | null;
  text: string;
};
/** `isFar`: unchanged, and too far from any change to be of interest. */
export type DiffStretch = { isFar: boolean; lines: DiffLine[] };
export type TextDiff = { stretches: DiffStretch[]; addedCount: number; removedCount: number };

const CONTEXT_LINES = 3;
/** Two long texts that have nothing in common: then one is shown after the other. */
const PATIENCE_MS = 400;

export function diffTexts(before: string, after: string): TextDiff {
  const [old, next] = [endLine(before), endLine(after)];
  const changes = diffLines(old, next, { timeout: PATIENCE_MS }) ?? [
    { value: old, removed: true, added: false, count: 0 },
    { value: next, removed: false, added: true, count: 0 },
  ];
  const at = { before: 0, after: 0 };
  const lines = changes.flatMap(({ value, removed, added }) =>
    linesOf(value).map((text): DiffLine => {
      if (!added) at.before += 1;
      if (!removed) at.after += 1;
      const kind = removed ? "removed" : added ? "added" : "same";
      return { kind, before: added ? null : at.before, after: removed ? null : at.after, text };
    }),
  );
  return {
    stretches: toStretches(lines),
    addedCount: lines.filter(({ kind }) => kind === "added").length,
    removedCount: lines.filter(({ kind }) => kind === "removed").length,
  };
}

/** Whether the last line is ended makes no difference to anybody. */
function endLine(text: string): string {
  const unix = text.replaceAll("\r\n", "\n");
  return unix === "" || unix.endsWith("\n") ? unix : `${unix}\n`;
}

function linesOf(value: string): string[] {
  return value === "" ? [] : value.replace(/\n$/, "").split("\n");
}

function toStretches(lines: DiffLine[]): DiffStretch[] {
  const isNear = nearChanges(lines);
  const stretches: DiffStretch[] = [];
  lines.forEach((line, index) => {
    const isFar = isNear[index] !== true;
    const last = stretches.at(-1);
    if (last?.isFar === isFar) last.lines.push(line);
    else stretches.push({ isFar, lines: [line] });
  });
  return stretches;
}

function nearChanges(lines: DiffLine[]): boolean[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind === "same") return;
    const [from, to] = [Math.max(0, index - CONTEXT_LINES), Math.min(lines.length - 1, index + CONTEXT_LINES)];
    isNear.fill(true, from, to + 1);
  });
  return isNear;
}
