/** In one of several web processes: connections come from the primary (`door`), not from a port. */
import type { Server } from "node:http";
import { Socket } from "node:net";
import { isConnection, type Reply } from "./connection-message";
import { isDraining } from "./http-server";

export function takeConnections(server: Server): void {
  // Node begins to watch over slow headers and bodies when a server listens; this one never does.
  server.emit("listening");
  process.on("message", (message: unknown, socket: unknown) => {
    if (!isConnection(message)) return;
    if (isDraining(server)) return reply({ type: "refused", id: message.id }, socket);
    reply({ type: "taken", id: message.id });
    // Absent: the caller has gone since.
    if (socket instanceof Socket) serve(server, socket);
  });
}

/** As Node makes sockets of a listening HTTP server. */
function serve(server: Server, socket: Socket): void {
  socket.allowHalfOpen = true;
  socket.setNoDelay(true);
  server.emit("connection", socket);
}

/** The primary still has its own copy of what is refused. */
function reply(message: Reply, refused?: unknown): void {
  if (refused instanceof Socket) refused.destroy();
  process.send?.(message);
}
