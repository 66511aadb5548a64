/** Claims of a witness file from its end, a chunk at a time: what is asked for is mostly in the last one. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { parseLines, type WitnessedClaim } from "./lines";

/** About a thousand claims. */
const CHUNK_BYTES = 131_072;
/** What is longer is no line of ours, but what a power cut left. */
const LINE_BYTES_MAX = 512;
const NEWLINE = 10;

/** Pages, newest first. A file that another worker has tidied away has none. */
export function* readBack(path: string): Generator<WitnessedClaim[]> {
  const fd = openIfThere(path);
  if (fd === null) return;
  try {
    let tail = Buffer.alloc(0);
    for (let end = fstatSync(fd).size; end > 0; ) {
      const from = Math.max(0, end - CHUNK_BYTES);
      const chunk = Buffer.concat([readPart(fd, from, end), tail]);
      // The first line may have begun in the chunk before.
      const cut = from === 0 ? 0 : chunk.indexOf(NEWLINE) + 1 || chunk.length;
      tail = cut > LINE_BYTES_MAX ? Buffer.alloc(0) : chunk.subarray(0, cut);
      const claims = parseLines(chunk.toString("latin1", cut)).reverse();
      if (claims.length > 0) yield claims;
      end = from;
    }
  } finally {
    closeSync(fd);
  }
}

function readPart(fd: number, from: number, end: number): Buffer {
  const part = Buffer.alloc(end - from);
  const length = readSync(fd, part, 0, part.length, from);
  return part.subarray(0, length);
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

export function isNotThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
