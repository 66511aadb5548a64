/**
 * The one port of several web processes. The primary listens, reads nothing, and hands each connection to the next
 * process in turn; requests on it never come this way.
 *
 * D1  A connection is the primary's until a process says that it took it: if that process dies before, another gets it.
 * D2  While no process is ready, connections wait here, a bounded number of them: the port never closes.
 */
import { createServer, type Server, type Socket } from "node:net";
import { type Connection, isReply } from "./connection-message";
import { listen } from "./http-server";

/** As much of `cluster.Worker` as is needed. */
export type Taker = {
  send(message: object, socket: Socket, options: { keepOpen: boolean }, done: (error: Error | null) => void): unknown;
  on(event: "message", heard: (message: unknown) => void): unknown;
};

export type Door = {
  listen(port: number, host: string): Promise<number>;
  /** It is ready to take connections. */
  add(taker: Taker): void;
  /** It takes no more. `isGone`: what it did not say it took is another's. */
  remove(taker: Taker, isGone: boolean): void;
  close(): void;
};

/** More than agents open while a process starts. */
const WAITING_MAX = 2_000;

export function makeDoor(): Door {
  const server: Server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    // Broken before it was handed over: the process that takes it sees that as well.
    socket.on("error", () => undefined);
    give(socket);
  });
  const takers: Taker[] = [];
  const waiting: Socket[] = [];
  const handed = new Map<number, { socket: Socket; taker: Taker }>();
  let lastId = 0;

  function give(socket: Socket): void {
    const taker = takers.shift();
    if (taker === undefined) {
      if (waiting.length < WAITING_MAX) waiting.push(socket);
      else socket.destroy();
      return;
    }
    takers.push(taker);
    lastId += 1;
    const id = lastId;
    handed.set(id, { socket, taker });
    const message: Connection = { type: "connection", id };
    taker.send(message, socket, { keepOpen: true }, (error) => {
      if (error !== null) giveAgain(id, taker);
    });
  }

  /** D1; that it could not be sent, that it was refused and that the process is gone may all be told of one. */
  function giveAgain(id: number, by: Taker): void {
    const one = handed.get(id);
    if (one?.taker !== by) return;
    handed.delete(id);
    remove(by, false);
    give(one.socket);
  }

  function remove(taker: Taker, isGone: boolean): void {
    const at = takers.indexOf(taker);
    if (at >= 0) takers.splice(at, 1);
    if (!isGone) return;
    for (const [id, one] of [...handed]) if (one.taker === taker) giveAgain(id, taker);
  }

  return {
    listen: (port, host) => listen(server, port, host),
    add(taker) {
      taker.on("message", (message) => {
        if (!isReply(message)) return;
        if (message.type === "refused") return giveAgain(message.id, taker);
        // Only our own copy is closed: the process has one.
        handed.get(message.id)?.socket.destroy();
        handed.delete(message.id);
      });
      takers.push(taker);
      for (const socket of waiting.splice(0)) give(socket);
    },
    remove,
    close() {
      server.close();
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}
