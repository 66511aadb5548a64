import { once } from "node:events";
import { connect } from "node:net";
import { makeBody, nameOf } from "./bodies";
import type { Target } from "./job";
import type { Lane } from "./lane";
import { type HttpAnswer, makeAnswerReader } from "./response";

type HttpTarget = Extract<Target, { kind: "http" }>;

const SHOWN_MAX = 300;

export async function openHttpLane(target: HttpTarget, onLost: (error: Error) => void): Promise<Lane> {
  const { hostname, port, pathname } = new URL(target.url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${target.bearer}`,
    "content-type: application/json",
    ...(target.waitSeconds === undefined ? [] : [`prefer: wait=${target.waitSeconds}`]),
    "content-length: ",
  ].join("\r\n");
  const read = makeAnswerReader();
  let waiting: ((problem: string | null) => void) | null = null;
  let closing = false;

  socket.on("data", (chunk) => {
    try {
      const answer = read(chunk);
      if (answer === null || waiting === null) return;
      const done = waiting;
      waiting = null;
      done(judge(answer, target.expect));
    } catch (error) {
      onLost(error as Error);
    }
  });
  socket.on("error", onLost);
  socket.on("close", () => {
    if (!closing) onLost(new Error("The server closed a connection."));
  });

  return {
    send(turn, done) {
      waiting = done;
      // ASCII by construction: its length in characters is its length in bytes.
      const body = makeBody(target.body, turn);
      const key = target.keyed ? `\r\nidempotency-key: ${nameOf(target.body, turn)}` : "";
      socket.write(`${head}${body.length}${key}\r\n\r\n${body}`, "latin1");
    },
    async close() {
      closing = true;
      socket.destroy();
    },
  };
}

function judge(answer: HttpAnswer, expect: HttpTarget["expect"]): string | null {
  if (answer.status === expect.status && answer.text.includes(expect.text)) return null;
  return `expected ${expect.status} with ${expect.text}, got: ${answer.text.slice(0, 12)} … ${bodyOf(answer).slice(0, SHOWN_MAX)}`;
}

function bodyOf({ text }: HttpAnswer): string {
  return text.slice(text.indexOf("\r\n\r\n") + 4);
}
