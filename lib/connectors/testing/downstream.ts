import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "@/server/http-server";

export type TestDownstream = { origin: string; close(): Promise<void> };
export type AnswerRequest = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** A real server on loopback, which hears each request out before it answers. */
export async function startDownstream(answer: AnswerRequest): Promise<TestDownstream> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => answer(request, body, response));
  });
  const port = await listen(server, 0, "127.0.0.1");
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
