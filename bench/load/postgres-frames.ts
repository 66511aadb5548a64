/** Just enough of PostgreSQL's wire protocol (version 3) to execute one prepared statement again and again. */
export const STATEMENT = "bench";

const REPLY_MAX = 65_536;
const BIND = 0x42;
const EXECUTE = 0x45;
const SYNC = 0x53;
const ERROR = 0x45;
const READY = 0x5a;
const READY_BYTES = 6;
const EXECUTE_BYTES = 10;
const SYNC_BYTES = 5;

/** Bind, execute and sync in one write; every value as text. */
export function writeExecute(values: string[]): Buffer {
  const sizes = values.map((value) => Buffer.byteLength(value));
  const bindBytes = 1 + 4 + 1 + STATEMENT.length + 1 + 2 + 2 + sizes.reduce((sum, size) => sum + 4 + size, 0) + 2;
  const frame = Buffer.allocUnsafe(bindBytes + EXECUTE_BYTES + SYNC_BYTES);
  let at = frame.writeUInt8(BIND, 0);
  at = frame.writeInt32BE(bindBytes - 1, at);
  at = frame.writeUInt8(0, at); // the unnamed portal
  at += frame.write(`${STATEMENT}\0`, at, "latin1");
  at = frame.writeInt16BE(0, at); // all values as text
  at = frame.writeInt16BE(values.length, at);
  values.forEach((value, index) => {
    at = frame.writeInt32BE(sizes[index] ?? 0, at);
    at += frame.write(value, at, "utf8");
  });
  at = frame.writeInt16BE(0, at); // all results as text
  at = frame.writeUInt8(EXECUTE, at);
  at = frame.writeInt32BE(EXECUTE_BYTES - 1, at);
  at = frame.writeUInt8(0, at);
  at = frame.writeInt32BE(0, at); // all rows
  at = frame.writeUInt8(SYNC, at);
  frame.writeInt32BE(SYNC_BYTES - 1, at);
  return frame;
}

/** Returns the reply once the server is ready for the next statement, else null. */
export function makeReplyReader(): (chunk: Buffer) => { problem: string | null } | null {
  let pending: Buffer | null = null;
  return (chunk) => {
    const reply: Buffer = pending === null ? chunk : Buffer.concat([pending, chunk]);
    if (reply.length > REPLY_MAX) throw new Error("A reply of PostgreSQL is larger than expected.");
    let at = 0;
    let problem: string | null = null;
    while (at + 5 <= reply.length) {
      const end = at + 1 + reply.readInt32BE(at + 1);
      if (end > reply.length) break;
      if (reply[at] === ERROR) problem = reply.toString("latin1", at + 5, end).replaceAll("\0", " ");
      if (reply[at] === READY && end - at === READY_BYTES) {
        pending = null;
        return { problem };
      }
      at = end;
    }
    pending = reply;
    return null;
  };
}
