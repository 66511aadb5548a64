/** What the primary and its web processes say to each other about connections. */
export type Connection = { type: "connection"; id: number };
export type Reply = { type: "taken" | "refused"; id: number };

export function isConnection(message: unknown): message is Connection {
  return typeOf(message) === "connection";
}

export function isReply(message: unknown): message is Reply {
  return typeOf(message) === "taken" || typeOf(message) === "refused";
}

function typeOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "type" in message ? message.type : null;
}
