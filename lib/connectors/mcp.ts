/**
 * Calls one tool of a downstream MCP server over streamable HTTP: one attempt is one `tools/call`, with the key in its
 * `_meta` (L4). Opening a session is no attempt: it has no effect, and what goes wrong there is `not_sent`.
 */
import { randomUUID } from "node:crypto";
import type { McpExecute } from "@/lib/domain/contract/execute";
import type { JsonObject } from "@/lib/domain/json";
import { mapBody } from "./body";
import { classifyError } from "./classify";
import type { Connector, ConnectorSettings, Execution, Performed } from "./connector";
import { keepBody, keepHeaders } from "./exchange";
import { keepable } from "./http";
import { type RpcAnswer, readRpcAnswer } from "./mcp-message";
import { classifyCall, isSpokenWrong, lostSession, mayHaveLost, outcomeWithoutSession } from "./mcp-outcome";
import { type Ask, CLIENT_INFO, MODERN, NoSessionError, openSession, type Session } from "./mcp-session";
import { makeRedactor } from "./redact";
import { refusedToSend } from "./refusals";
import { buildAddress, buildHeaders, egressOf, requireAllowed, templateValues } from "./request";
import { makeStorable } from "./storable";
import { makeTransport, type Transport, TransportError } from "./transport";

const KEY_META = "interlock/idempotencyKey";
const SESSIONS_MAX = 1_000;

type Call = { url: URL; headers: Record<string, string>; toolArguments: JsonObject };

export function makeMcpConnector(settings: ConnectorSettings): Connector {
  const transport = makeTransport(egressOf(settings), settings);
  const redact = makeRedactor(settings.secrets);
  const sessions = new Map<string, Session>();

  async function perform(execution: Execution): Promise<Performed> {
    const execute = execution.contract.definition.execute as McpExecute;
    let call: Call;
    try {
      call = buildCall(settings, execution, execute);
    } catch (error) {
      return refusedToSend(error, redact);
    }
    const { origin } = call.url;
    const request = {
      tool: execute.tool,
      url: redact(call.url.href),
      headers: keepHeaders(call.headers, execute.server.headers, redact),
      body: keepBody(JSON.stringify(call.toolArguments), redact),
    };
    const ask = makeAsk(transport, call, execution);
    // Whoever asks with other credentials has a session of their own.
    const name = JSON.stringify([call.url.href, call.headers, execute.protocol]);
    let session: Session;
    try {
      session = sessions.get(name) ?? (await openSession(ask, execute.protocol));
      remember(name, session);
    } catch (error) {
      return { ...withoutSession(error, execution.signal), exchange: { request, response: null } };
    }
    try {
      const read = await ask("tools/call", callParams(execute, call, execution), session);
      const { status } = read.answer;
      const hadSession = session.sessionId !== null;
      const isSuspect = mayHaveLost(read, hadSession);
      // A read that ran and is asked again did no harm.
      const lost = lostSession(read, hadSession) || (isSuspect && execution.contract.terms.harmless);
      // What was said wrong once would be said wrong again, whether the call ran or not.
      if (lost || isSuspect || isSpokenWrong(read.message)) sessions.delete(name);
      const outcome = lost
        ? outcomeWithoutSession(sessionRefused(status))
        : classifyCall(execution.contract, keep(read), execution);
      const body = read.message === null ? null : keepBody(JSON.stringify(read.message), redact);
      return { outcome, exchange: { request, response: { status, body } }, reached: { origin, status } };
    } catch (error) {
      const outcome = classifyError(error, execution.signal.aborted);
      return { outcome, exchange: { request, response: null }, reached: { origin, status: null } };
    }

    function withoutSession(error: unknown, signal: AbortSignal): Omit<Performed, "exchange"> {
      if (error instanceof NoSessionError) {
        return { outcome: outcomeWithoutSession(error), reached: { origin, status: error.status } };
      }
      // The call itself was not sent, however far this got.
      const outcome = classifyError(new TransportError(false, error), signal.aborted);
      return { outcome, reached: { origin, status: null } };
    }
  }

  /** The one that was opened first makes room: a session that is not kept would be opened anew for every call. */
  function remember(name: string, session: Session): void {
    const [oldest] = sessions.keys();
    if (sessions.size >= SESSIONS_MAX && !sessions.has(name) && oldest !== undefined) sessions.delete(oldest);
    sessions.set(name, session);
  }

  function keep({ answer, message }: RpcAnswer): RpcAnswer {
    const kept = message === null ? null : (makeStorable(message, redact) as JsonObject);
    return { answer: keepable(answer, redact), message: kept };
  }

  return { perform, close: transport.close };
}

function sessionRefused(status: number): NoSessionError {
  return new NoSessionError(status, `The MCP server no longer knew our session (${status}); nothing was called.`);
}

function buildCall(settings: ConnectorSettings, execution: Execution, execute: McpExecute): Call {
  const values = templateValues(settings, execution);
  const url = buildAddress(execute.server.url, values);
  const headers = buildHeaders(execute.server.headers, values);
  const toolArguments = mapBody(execute.arguments, values) as JsonObject;
  requireAllowed(settings, url, values);
  return { url, headers, toolArguments };
}

function callParams(execute: McpExecute, { toolArguments }: Call, { key }: Execution): JsonObject {
  return { name: execute.tool, arguments: toolArguments, _meta: { [KEY_META]: key } };
}

function makeAsk(transport: Transport, call: Call, { contract, signal, mayStillSend }: Execution): Ask {
  return async (method, params, session) => {
    const id = randomUUID();
    const isNotification = method.startsWith("notifications/");
    const said = session?.protocol === MODERN ? modernParams(params) : params;
    const body = JSON.stringify({ jsonrpc: "2.0", ...(isNotification ? {} : { id }), method, params: said });
    const headers = { ...call.headers, ...protocolHeaders(method, params, session) };
    const sent = { method: "POST", url: call.url, headers, body };
    const options = { signal, timeoutMs: contract.terms.timeoutMs, mayStillSend };
    return readRpcAnswer(await transport.send(sent, options), id);
  };
}

function modernParams(params: JsonObject): JsonObject {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...params, _meta: { ...(params["_meta"] as JsonObject | undefined), ...envelope } };
}

function protocolHeaders(method: string, params: JsonObject, session: Session | null): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  };
  if (session === null) return headers;
  headers["mcp-protocol-version"] = session.protocol;
  if (session.sessionId !== null) headers["mcp-session-id"] = session.sessionId;
  if (session.protocol !== MODERN) return headers;
  headers["mcp-method"] = method;
  if (typeof params["name"] === "string") headers["mcp-name"] = params["name"];
  return headers;
}
