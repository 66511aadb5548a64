import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import type { ProblemError } from "./fetch-json";
import { fetchLines } from "./fetch-lines";

const schema = async () => z.object({ n: z.int() });
let server: Server | null = null;

async function answerWith(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

afterEach(async () => {
  const running = server;
  server = null;
  running?.closeAllConnections();
  await new Promise((resolve) => (running === null ? resolve(null) : running.close(resolve)));
});

async function read(url: string, signal?: AbortSignal): Promise<{ lines: unknown[]; error: unknown }> {
  const lines: unknown[] = [];
  try {
    const send = signal === undefined ? {} : { signal };
    for await (const line of fetchLines(schema, url, send)) lines.push(line);
    return { lines, error: null };
  } catch (error) {
    return { lines, error };
  }
}

test("lines are told as they come, wherever the pieces break", async () => {
  const url = await answerWith((_request, response) => {
    response.write('{"n":1}\n{"n"');
    setImmediate(() => response.end(':2}\n{"n":3}\n'));
  });
  expect(await read(url)).toEqual({ lines: [{ n: 1 }, { n: 2 }, { n: 3 }], error: null });
});

test("a refusal before the first line is a problem like any other", async () => {
  const url = await answerWith((_request, response) => {
    const problem = { type: "about:blank", title: "Too fast", status: 429, code: "too_many_requests" };
    response.writeHead(429, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ ...problem, retriable: true, correctiveAction: "Wait." }));
  });
  expect(await read(url)).toMatchObject({ lines: [], error: { problem: { code: "too_many_requests" } } });
});

test("a connection that breaks in the middle is no end", async () => {
  const url = await answerWith((_request, response) => {
    response.write('{"n":1}\n');
    setTimeout(() => response.destroy(), 50);
  });
  const { lines, error } = await read(url);
  expect(lines).toEqual([{ n: 1 }]);
  expect((error as ProblemError).problem.code).toBe("unreachable");
});

test.each([
  ["is not JSON", "oops\n"],
  ["is another thing", '{"m":1}\n'],
])("a line that %s is not understood", async (_name, line) => {
  const url = await answerWith((_request, response) => response.end(line));
  expect(await read(url)).toMatchObject({ error: { problem: { code: "unexpected_answer" } } });
});

test("whoever stops is not told that anything failed, and the other side sees that nobody reads", async () => {
  const stop = new AbortController();
  let isGone = false;
  const url = await answerWith((_request, response) => {
    response.write('{"n":1}\n');
    response.on("close", () => {
      isGone = true;
    });
    setTimeout(() => stop.abort(), 50);
  });
  const { error } = await read(url, stop.signal);
  expect((error as Error).name).toBe("AbortError");
  await expect.poll(() => isGone).toBe(true);
});
