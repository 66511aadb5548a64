import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { findFreePort, portProblem, portState } from "./free-port";

test.each(["127.0.0.1", "0.0.0.0"])(
  "a listener on %s makes its port taken, and the sentence names a free one",
  async (host) => {
    const port = await findFreePort();
    expect(await portState(port)).toBe("free");
    const server = await listen(port, host);
    try {
      expect(await portState(port)).toBe("taken");
      const sentence = await portProblem(port, "taken");
      expect(sentence).toMatch(
        new RegExp(
          `^Port ${port} is taken by another program\\. Start with PORT=\\d+ npm start, or stop that program\\.$`,
        ),
      );
      expect(await portState(Number(/PORT=(\d+)/.exec(sentence)?.[1]))).toBe("free");
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  },
);

function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(port, host, () => resolve(server));
  });
}
