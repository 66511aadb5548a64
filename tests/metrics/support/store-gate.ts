// Stands between a process and Postgres: while it is shut, the store cannot be reached.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface StoreGate {
  /** The same database, through the gate. */
  url: string;
  open(): Promise<void>;
  /** Cuts what is connected, too. */
  shut(): Promise<void>;
}

/** It is shut at first: connections are refused. */
export async function startStoreGate(databaseUrl: string): Promise<StoreGate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();

  const gate = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  async function open(port: number): Promise<void> {
    gate.listen(port, "127.0.0.1");
    await once(gate, "listening");
  }
  async function shut(): Promise<void> {
    const closed = once(gate, "close");
    gate.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open(0);
  const { port } = gate.address() as AddressInfo;
  await shut();
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href,
    open: () => open(port),
    shut,
  };
}
