import type { FileHandle } from "node:fs/promises";

const NEWLINE = 0x0a;

/**
 * Reads a JSONL file from its start. A crash in mid-write can only tear the end of the file: an unfinished or
 * unreadable *last* line was never announced to anybody, so it is left out. Damage anywhere else stops the start.
 */
export async function replay(
  handle: FileHandle,
  path: string,
  onRecord: (record: unknown) => void,
): Promise<{ validBytes: number }> {
  const content = await handle.readFile();
  let start = 0;
  for (let lineNumber = 1; start < content.length; lineNumber++) {
    const end = content.indexOf(NEWLINE, start);
    if (end === -1) break;
    const parsed = parseLine(content.toString("utf8", start, end));
    if (!parsed.ok) {
      if (end + 1 === content.length) break;
      throw new Error(`${path} is damaged at line ${lineNumber}; move it away or repair it, then start again`);
    }
    onRecord(parsed.record);
    start = end + 1;
  }
  return { validBytes: start };
}

function parseLine(line: string): { ok: true; record: unknown } | { ok: false } {
  try {
    return { ok: true, record: JSON.parse(line) };
  } catch {
    return { ok: false };
  }
}
