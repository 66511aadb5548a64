/**
 * How to speak to an MCP server: since 2026-07-28 every request stands alone and says who asks; before that a session is
 * opened with `initialize`. Which of the two a server speaks is asked once and remembered. Nothing here has an effect, so
 * whatever goes wrong here is `not_sent`.
 */
import type { McpExecute } from "@/lib/domain/contract/execute";
import { isJsonObject, type JsonObject } from "@/lib/domain/json";
import type { RpcAnswer } from "./mcp-message";

export const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";
/** What `initialize` may settle on: their tools/call is the same to us. */
const LEGACY_SPOKEN = [LEGACY, "2025-06-18", "2025-03-26"];

export type Session = { protocol: string; sessionId: string | null };
export type Ask = (method: string, params: JsonObject, session: Session | null) => Promise<RpcAnswer>;

/** The server answered, but not in a way that lets us go on. */
export class NoSessionError extends Error {
  override name = "NoSessionError";
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const CLIENT_INFO = { name: "interlock", version: "1" };

export async function openSession(ask: Ask, pinned: McpExecute["protocol"]): Promise<Session> {
  if (pinned === MODERN) return modern();
  if (pinned === undefined && (await speaksModern(ask))) return modern();
  return initialize(ask);
}

function modern(): Session {
  return { protocol: MODERN, sessionId: null };
}

async function speaksModern(ask: Ask): Promise<boolean> {
  const { answer, message } = await ask("server/discover", {}, modern());
  if (answer.status === 401 || answer.status === 403) throw refused(answer.status);
  // A gateway whose server is away says nothing about what that server speaks.
  if (answer.status === 429 || answer.status >= 500) throw refused(answer.status);
  const versions = isJsonObject(message?.["result"]) ? message["result"]["supportedVersions"] : undefined;
  return Array.isArray(versions) && versions.includes(MODERN);
}

async function initialize(ask: Ask): Promise<Session> {
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT_INFO };
  const { answer, message } = await ask("initialize", params, null);
  const result = message?.["result"];
  if (!isJsonObject(result)) throw refused(answer.status);
  const protocol = result["protocolVersion"];
  if (typeof protocol !== "string" || !LEGACY_SPOKEN.includes(protocol)) {
    throw new NoSessionError(answer.status, "The MCP server speaks no version of the protocol that Interlock speaks.");
  }
  const session = { protocol, sessionId: answer.headers["mcp-session-id"] ?? null };
  const { answer: noted } = await ask("notifications/initialized", {}, session);
  if (noted.status >= 300) throw refused(noted.status);
  return session;
}

function refused(status: number): NoSessionError {
  return new NoSessionError(status, `The MCP server answered ${status} when a session was asked for.`);
}
