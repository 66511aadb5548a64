/** A file as lines of bytes, one at a time: however long it is, little of it is in memory. */
import { createReadStream } from "node:fs";
import { CommandError, EXIT_NO_INPUT } from "../command";

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 1_048_576;

export type LineReader = {
  lineBytesMax: number;
  /** Called between pieces of the file. */
  onRead: (bytesRead: number) => void;
  /** Without its line feed. */
  take: (line: Buffer) => void;
  /** A line that is longer than any may be; it was not read to its end. */
  onTooLong: () => never;
};

export async function readLines(path: string, { lineBytesMax, onRead, take, onTooLong }: LineReader): Promise<void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let read = 0;
  for await (const chunk of open(path)) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
      const end = chunk.subarray(from, to);
      if (restBytes + end.byteLength > lineBytesMax) onTooLong();
      take(rest.length === 0 ? end : Buffer.concat([...rest, end]));
      rest = [];
      restBytes = 0;
      from = to + 1;
    }
    if (from < chunk.byteLength) {
      rest.push(chunk.subarray(from));
      restBytes += chunk.byteLength - from;
    }
    if (restBytes > lineBytesMax) onTooLong();
    read += chunk.byteLength;
    onRead(read);
  }
  if (restBytes > 0) take(Buffer.concat(rest));
}

async function* open(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandError(`${path} cannot be read (${code}).`, EXIT_NO_INPUT);
  }
}
