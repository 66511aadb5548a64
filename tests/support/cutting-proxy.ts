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

/** The statement's text, ended by NUL; where it is parsed under a name, behind that. */
const COMMIT = /(?:(\w+)\0)?\bcommit\0/i;
/** How the server says that it is done. What it says before (that it is ready for a copy) is no sign of it. */
const COMMITTED = "COMMIT\0";

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: Cut | null = null;
  let cuts = 0;

  function bridge(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    /** What the server has said since it was sent the commit that nobody is to hear of; null: all is passed on. */
    let unheard: string | null = null;
    /** What this connection calls the statement, once it was parsed. */
    let name: string | undefined;
    const commits = (text: string) => {
      const parsed = COMMIT.exec(text);
      name = parsed?.[1] ?? name;
      return parsed !== null || (name !== undefined && text.includes(`\0${name}\0`));
    };
    const end = () => {
      client.destroy();
      server.destroy();
    };
    const cut = () => {
      cuts += 1;
      end();
    };
    client.on("data", (chunk) => {
      if (commits(chunk.toString("latin1")) && armed !== null) {
        const now = armed;
        armed = null;
        if (now === "before_commit") return cut();
        unheard = "";
      }
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (unheard === null) return void client.write(chunk);
      unheard += chunk.toString("latin1");
      if (unheard.includes(COMMITTED)) cut();
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
