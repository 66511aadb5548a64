/** Everything the agent knows about Interlock: four HTTP calls. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import * as z from "zod";
import type { Ask } from "./behaviour";

const WAIT_SECONDS = 5;
const CALL_TIMEOUT_MS = 30_000;
const HANG_UP_TIMEOUT_MS = 5_000;

export const IntentView = z.object({
  id: z.string(),
  tool: z.string(),
  state: z.string(),
  argsDigest: z.string().optional(),
  hold: z.object({ reasons: z.array(z.string()) }).nullish(),
});
export type IntentView = z.infer<typeof IntentView>;

const Problem = z.object({ code: z.string(), detail: z.string().optional(), title: z.string().optional() });

export type Answer =
  | { kind: "intent"; intent: IntentView }
  | { kind: "accepted" }
  /** a clear no: asking again would not help */
  | { kind: "problem"; status: number; code: string; message: string }
  /** nobody knows; try again */
  | { kind: "trouble"; message: string; retryAfterMs: number | null };

export interface Gate {
  ask(ask: Ask): Promise<Answer>;
  /** sends the whole question and leaves before the answer */
  askAndHangUp(ask: Ask): Promise<void>;
  /** waits a few seconds for the intent to end */
  find(intentId: string): Promise<Answer>;
  /** null: accepted; otherwise why not */
  approve(intent: IntentView): Promise<string | null>;
}

export interface GateOptions {
  url: string;
  agentKey: string;
  operatorToken: string;
  signal: AbortSignal;
}

export function makeGate({ url, agentKey, operatorToken, signal }: GateOptions): Gate {
  const intents = `${url}/api/v1/intents`;
  const asAgent = {
    authorization: `Bearer ${agentKey}`,
    "content-type": "application/json",
    prefer: `wait=${WAIT_SECONDS}`,
  };
  const asOperator = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" };
  const call = (to: string, init: RequestInit) => callGate(to, init, signal);

  return {
    ask: (ask) => call(intents, { method: "POST", headers: asAgent, body: JSON.stringify(ask) }),
    askAndHangUp: (ask) => sendAndLeave(intents, asAgent, JSON.stringify(ask)),
    find: (id) => call(`${intents}/${encodeURIComponent(id)}`, { headers: asAgent }),
    approve: async ({ id, argsDigest }) => {
      const body = JSON.stringify({ verdict: "approve", argsDigest, reason: "Approved by npm run demo -- --approve." });
      const to = `${intents}/${encodeURIComponent(id)}/decisions`;
      const answer = await call(to, { method: "POST", headers: asOperator, body });
      return answer.kind === "problem" || answer.kind === "trouble" ? answer.message : null;
    },
  };
}

async function callGate(url: string, init: RequestInit, stop: AbortSignal): Promise<Answer> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    const res = await fetch(url, { ...init, signal });
    return readAnswer(res, await res.json());
  } catch (error) {
    stop.throwIfAborted();
    const { message, cause } = error as Error & { cause?: Error };
    return { kind: "trouble", message: cause?.message || message, retryAfterMs: null };
  }
}

function readAnswer(res: Response, body: unknown): Answer {
  if (res.ok) {
    const intent = IntentView.safeParse(body);
    if (intent.success) return { kind: "intent", intent: intent.data };
    return { kind: "accepted" };
  }
  const problem = Problem.safeParse(body).data;
  const message = problem?.detail ?? problem?.title ?? `HTTP ${res.status}`;
  if (res.status === 429 || res.status >= 500) {
    const seconds = Number(res.headers.get("retry-after"));
    return { kind: "trouble", message, retryAfterMs: seconds > 0 ? seconds * 1_000 : null };
  }
  return { kind: "problem", status: res.status, code: problem?.code ?? "unknown", message };
}

/**
 * `fetch` with an abort can leave before the question is out. Here the socket is destroyed only after the last byte
 * was handed to the network: Interlock has been asked, and the agent will never know what it said.
 */
function sendAndLeave(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const req = send(url, { method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) } });
    req.setTimeout(HANG_UP_TIMEOUT_MS, () => req.destroy());
    // However the connection ends, this agent learns nothing from it; that is the point.
    req.on("error", () => resolve());
    req.on("close", () => resolve());
    req.end(body, () => req.destroy());
  });
}
