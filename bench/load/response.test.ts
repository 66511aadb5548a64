import { describe, expect, test } from "vitest";
import { makeAnswerReader } from "./response";

const SIZED = 'HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"a":1}\n';
const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{}  \r\n0\r\n\r\n";

describe("reading answers", () => {
  test("an answer is whole at its last byte and not before, however it is cut", () => {
    for (const [answer, status] of [
      [SIZED, 202],
      [CHUNKED, 200],
    ] as const) {
      for (let cut = 1; cut < answer.length; cut += 1) {
        const read = makeAnswerReader();
        expect(read(Buffer.from(answer.slice(0, cut)))).toBeNull();
        expect(read(Buffer.from(answer.slice(cut)))).toEqual({ status, text: answer });
      }
    }
  });

  test("the next answer on the same connection starts anew", () => {
    const read = makeAnswerReader();
    expect(read(Buffer.from(SIZED))?.status).toBe(202);
    expect(read(Buffer.from(CHUNKED))?.status).toBe(200);
  });

  test("a length in bytes counts bytes, not characters", () => {
    const read = makeAnswerReader();
    const body = Buffer.from('{"note":"ß"}');
    const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
    expect(read(Buffer.concat([head, body.subarray(0, body.length - 1)]))).toBeNull();
    expect(read(body.subarray(body.length - 1))?.status).toBe(200);
  });

  test("an answer that never says where it ends is an error, not a hang", () => {
    expect(() => makeAnswerReader()(Buffer.from("HTTP/1.1 200 OK\r\n\r\n{}"))).toThrow(/without a length/);
  });
});
