import { describe, expect, test } from "vitest";
import { makeReplyReader, writeExecute } from "./postgres-frames";

const message = (type: string, body: string) => {
  const frame = Buffer.alloc(5 + body.length);
  frame.write(type, 0, "latin1");
  frame.writeInt32BE(4 + body.length, 1);
  frame.write(body, 5, "latin1");
  return frame;
};
const READY = message("Z", "I");

describe("PostgreSQL frames", () => {
  test("bind, execute and sync follow each other, with the lengths that they announce", () => {
    const frame = writeExecute(["a", "ß"]);
    const types: string[] = [];
    for (let at = 0; at < frame.length; at += 1 + frame.readInt32BE(at + 1))
      types.push(String.fromCharCode(frame[at] ?? 0));
    expect(types).toEqual(["B", "E", "S"]);
    expect(frame.includes(Buffer.from("\0\0\0\x01a\0\0\0\x02ß"))).toBe(true);
  });

  test("a reply ends when the server is ready, however it is cut", () => {
    const reply = Buffer.concat([message("2", ""), message("C", "INSERT 0 1\0"), READY]);
    for (let cut = 1; cut < reply.length; cut += 1) {
      const read = makeReplyReader();
      expect(read(reply.subarray(0, cut))).toBeNull();
      expect(read(reply.subarray(cut))).toEqual({ problem: null });
      expect(read(reply)).toEqual({ problem: null });
    }
  });

  test("a refusal is reported, not counted as a row", () => {
    const reply = Buffer.concat([message("E", "SERROR\0Mduplicate key\0\0"), READY]);
    expect(makeReplyReader()(reply)?.problem).toContain("duplicate key");
  });
});
