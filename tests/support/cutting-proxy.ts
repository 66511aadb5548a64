// Stands between a process and Postgres and cuts the connection at one exact moment: around a commit.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cut =
  /** The commit never arrives: nothing is stored. */
  | "before_commit"
  /** The commit is done, and nobody hears of it. */
  | "after_commit";

export interface CuttingProxy {
  /** The same database, through the proxy. */
  url: string;
  /** Cuts the next connection that commits. */
  arm(cut: Cut): void;
  /** Since the proxy was started. */
  cutCount(): number;
  close(): Promise<void>;
}

/** The simple and the extended protocol both carry the statement's text, ended by NUL. */
const COMMIT = /\bcommit\0/i;

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: Cut | null = null;
  let cuts = 0;

  function bridge(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    let drops = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    const cut = () => {
      cuts += 1;
      end();
    };
    client.on("data", (chunk) => {
      if (armed !== null && COMMIT.test(chunk.toString("latin1"))) {
        const now = armed;
        armed = null;
        if (now === "before_commit") return cut();
        drops = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (drops) cut();
      else client.write(chunk);
    });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
  }

  const proxy = createServer(bridge);
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    arm(cut) {
      armed = cut;
    },
    cutCount: () => cuts,
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
