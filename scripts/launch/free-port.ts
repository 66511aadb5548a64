// Ports: which are free, and what to say when the wanted one is not.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";
const SUGGESTIONS_MAX = 50;
const LASTING = [20_000, 32_000] as const;
const PORT_MAX = 65_535;

export type PortState = "free" | "taken" | "forbidden";

/** A port on loopback that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("the system gave no port"));
        else resolve(address.port);
      });
    });
  });
}

/**
 * A port for a server that others reconnect to again and again. Systems hand out ports from 32768 up to outgoing
 * connections: one of them could take the port, or even connect to itself, while the server is away for a moment.
 */
export async function findLastingPort(): Promise<number> {
  for (let tries = 0; tries < SUGGESTIONS_MAX; tries++) {
    const port = randomInt(...LASTING);
    if ((await portState(port)) === "free") return port;
  }
  return findFreePort();
}

/** Whether a server could listen here, on every interface as well as on loopback. */
export async function portState(port: number): Promise<PortState> {
  // Some systems let a loopback listener and a wildcard listener share a port: ask for both.
  for (const host of ["::", "0.0.0.0", LOOPBACK]) {
    const code = await listenError(port, host);
    if (code === "EADDRINUSE") return "taken";
    if (code === "EACCES") return "forbidden";
  }
  return "free";
}

export async function portProblem(port: number, state: Exclude<PortState, "free">): Promise<string> {
  const other = await nextFreePort(port);
  if (state === "forbidden") return `Port ${port} may not be used by this account. Start with PORT=${other} npm start.`;
  return `Port ${port} is taken by another program. Start with PORT=${other} npm start, or stop that program.`;
}

async function nextFreePort(taken: number): Promise<number> {
  const from = taken < 1024 ? 3000 : taken + 1;
  for (let port = from; port < from + SUGGESTIONS_MAX && port <= PORT_MAX; port++) {
    if ((await portState(port)) === "free") return port;
  }
  return findFreePort();
}

function listenError(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "UNKNOWN"));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
