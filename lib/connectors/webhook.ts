/** Sends one signed message: no redirects, a deadline, and no look at the answer beyond its status. */
import { type Dispatcher, request } from "undici";
import { signWebhook } from "@/lib/domain/webhook-signature";
import { makeConnect, makeUncheckedConnect } from "./connect";
import type { EgressList, Resolve } from "./egress";
import { makeResettingAgent } from "./resetting-agent";

export type Webhook = { id: string; body: string };
/** `error` is short and says nothing of the address: it is stored and shown. `isFinal`: never send it again. */
export type SendResult = { ok: true } | { ok: false; error: string; isFinal?: boolean };
export type WebhookSender = { send(webhook: Webhook): Promise<SendResult>; close(): Promise<void> };
export type CallbackSender = { send(callback: Callback): Promise<SendResult>; close(): Promise<void> };

export type WebhookSettings = { url: string; secret: Buffer; now: () => number };
export type Callback = Webhook & { url: string; secrets: Buffer[] };

export const SEND_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 10;
const ANSWER_BYTES_MAX = 16_384;
const GONE = 410;

/** To one fixed address, which the people who run this chose. */
export function makeWebhookSender({ url, secret, now }: WebhookSettings): WebhookSender {
  const dispatcher = makeResettingAgent(makeUncheckedConnect(), CONNECTIONS_MAX);
  const send = ({ id, body }: Webhook) => post(dispatcher, { id, body, url, secrets: [secret] }, now());
  return { send, close: () => dispatcher.destroy() };
}

export type CallbackSettings = { callbacks: EgressList; now: () => number; resolve?: Resolve };

/** To addresses that agents chose: only listed origins, and only where their names may lead (`egress`). */
export function makeCallbackSender({ callbacks, now, resolve }: CallbackSettings): CallbackSender {
  const dispatcher = makeResettingAgent(makeConnect(callbacks, resolve), CONNECTIONS_MAX);
  return {
    async send(callback) {
      const isListed = callbacks.origins.includes(new URL(callback.url).origin);
      if (!isListed) return { ok: false, error: "its origin is not in INTERLOCK_CALLBACKS" };
      return post(dispatcher, callback, now());
    },
    close: () => dispatcher.destroy(),
  };
}

async function post(dispatcher: Dispatcher, { url, secrets, id, body }: Callback, nowMs: number): Promise<SendResult> {
  const signed = signWebhook(secrets, { id, timestampS: Math.floor(nowMs / 1_000), body });
  try {
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "interlock", ...signed },
      body,
      dispatcher,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    const { statusCode } = response;
    // The status has said it all; what comes after it may break.
    await response.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
    if (statusCode >= 200 && statusCode < 300) return { ok: true };
    return { ok: false, error: `HTTP ${statusCode}`, ...(statusCode === GONE ? { isFinal: true } : {}) };
  } catch (error) {
    return { ok: false, error: wordOf(error) };
  }
}

function wordOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === "TimeoutError") return "no answer in time";
  if (typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code)) return code;
  return "the request failed";
}
