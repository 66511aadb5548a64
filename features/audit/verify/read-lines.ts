/** A stream of bytes as lines, one at a time: however long it is, little of it is in memory. */
import { Broken } from "./broken";

const LINE_FEED = 0x0a;
/** Events are short, and the longest seal takes some 200 KiB; what old versions recorded may take a MiB. */
const LINE_BYTES_MAX = 4_194_304;

/** Each piece of the stream as the lines that end in it, without their line feeds; the last one may lack it. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  const reader = stream.getReader();
  let [rest, lineCount]: [Uint8Array[], number] = [[], 0];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const cut = cutLines(read.value, rest);
      rest = cut.rest;
      const tooLongAt = [...cut.lines.map((line) => [line]), rest].findIndex(isTooLong);
      // What is wrong before the long line is told first.
      yield tooLongAt === -1 ? cut.lines : cut.lines.slice(0, tooLongAt);
      if (tooLongAt !== -1) throw tooLong(lineCount + tooLongAt);
      lineCount += cut.lines.length;
    }
    if (rest.length > 0) yield [join(rest)];
  } finally {
    // Nobody reads on: the sender need not go on either.
    await reader.cancel().catch(() => undefined);
  }
}

function cutLines(chunk: Uint8Array, before: Uint8Array[]): { lines: Uint8Array[]; rest: Uint8Array[] } {
  const lines: Uint8Array[] = [];
  let rest = before;
  let from = 0;
  for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
    lines.push(join([...rest, chunk.subarray(from, to)]));
    rest = [];
    from = to + 1;
  }
  return { lines, rest: from < chunk.byteLength ? [...rest, chunk.subarray(from)] : rest };
}

function join(parts: Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(byteCount(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function byteCount(parts: Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function isTooLong(parts: Uint8Array[]): boolean {
  return byteCount(parts) > LINE_BYTES_MAX;
}

function tooLong(line: number): Broken {
  return new Broken(line + 1, `This line is longer than ${LINE_BYTES_MAX / 1_024} KiB: no line of an export is.`);
}
