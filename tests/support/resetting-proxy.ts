// Stands between a process and Postgres and resets connections by the name that they give: not refused, but taken and
// dropped, as by a server that is just going down or a balancer that has none behind it.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface ResettingProxy {
  /** The same database, through the proxy. */
  url: string;
  /** So many were reset. */
  resetCount(): number;
  close(): Promise<void>;
}

/** Resets the first `times` connections of that `application_name`; all others get through. */
export async function startResettingProxy(
  databaseUrl: string,
  { name, times }: { name: string; times: number },
): Promise<ResettingProxy> {
  const target = new URL(databaseUrl);
  const named = Buffer.from(`application_name\0${name}\0`);
  const sockets = new Set<Socket>();
  let resets = 0;

  function bridge(client: Socket): void {
    keep(client);
    client.once("data", (startUp: Buffer) => {
      if (resets < times && startUp.includes(named)) {
        resets += 1;
        client.resetAndDestroy();
        return;
      }
      const server = keep(connect(Number(target.port), target.hostname));
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
      server.write(startUp);
      client.pipe(server);
      server.pipe(client);
    });
  }
  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  }

  const proxy = createServer(bridge);
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href,
    resetCount: () => resets,
    async close() {
      const closed = once(proxy, "close");
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
