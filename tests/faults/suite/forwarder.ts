// Stands where a server should be reachable, and passes bytes on to where it is. It may take its time with them.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Forwarder {
  port: number;
  /** Each piece of either direction is this late from now on; the order stays. */
  setDelay(ms: number): void;
  close(): Promise<void>;
}

export async function startForwarder(host: string, target: { host: string; port: number }): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let delayMs = 0;

  function pass(from: Socket, to: Socket): void {
    from.on("data", (chunk) => {
      if (delayMs === 0) to.write(chunk);
      else setTimeout(() => to.destroyed || to.write(chunk), delayMs);
    });
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  }
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    setDelay(ms) {
      delayMs = ms;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
