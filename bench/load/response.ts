/**
 * Reads HTTP/1.1 answers from a keep-alive socket. One request is under way at a time, so an answer never shares a
 * chunk with the next. A real client costs more CPU here than the server it measures; on two cores that shows.
 */
export type HttpAnswer = { status: number; text: string };

const ANSWER_MAX = 1_048_576;
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;
const LAST_CHUNK = "0\r\n\r\n";

/** Returns the answer once it is whole, else null. */
export function makeAnswerReader(): (chunk: Buffer) => HttpAnswer | null {
  let text = "";
  return (chunk) => {
    // One character a byte, so that lengths in bytes and in characters are the same.
    text += chunk.toString("latin1");
    if (text.length > ANSWER_MAX) throw new Error("An answer is larger than one mebibyte.");
    const headEnd = text.indexOf("\r\n\r\n");
    if (headEnd === -1 || !isWhole(text, headEnd)) return null;
    const answer = { status: Number(text.slice(9, 12)), text };
    text = "";
    return answer;
  };
}

function isWhole(text: string, headEnd: number): boolean {
  const head = text.slice(0, headEnd);
  const length = LENGTH.exec(head)?.[1];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  if (CHUNKED.test(head)) return text.endsWith(LAST_CHUNK);
  throw new Error(`An answer without a length cannot be read: ${head}`);
}
