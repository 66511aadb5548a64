/** Sends one signed message to one fixed address: no redirects, a deadline, and hardly a look at the answer. */
import { Agent, request } from "undici";
import { signWebhook } from "@/lib/domain/webhook-signature";

export type Webhook = { id: string; body: string };
/** `error` is short and says nothing of the address: it is stored and shown. */
export type SendResult = { ok: true } | { ok: false; error: string };
export type WebhookSender = { send(webhook: Webhook): Promise<SendResult>; close(): Promise<void> };

export type WebhookSettings = { url: string; secret: Buffer; now: () => number };

export const SEND_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_MAX = 10;
const ANSWER_BYTES_MAX = 16_384;

export function makeWebhookSender({ url, secret, now }: WebhookSettings): WebhookSender {
  const dispatcher = new Agent({
    pipelining: 1,
    connections: CONNECTIONS_MAX,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });

  async function send({ id, body }: Webhook): Promise<SendResult> {
    const signed = signWebhook(secret, { id, timestampS: Math.floor(now() / 1_000), body });
    try {
      const response = await request(url, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "interlock", ...signed },
        body,
        dispatcher,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      const { statusCode } = response;
      await response.body.dump({ limit: ANSWER_BYTES_MAX });
      return statusCode >= 200 && statusCode < 300 ? { ok: true } : { ok: false, error: `HTTP ${statusCode}` };
    } catch (error) {
      return { ok: false, error: wordOf(error) };
    }
  }

  return { send, close: () => dispatcher.destroy() };
}

function wordOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === "TimeoutError") return "no answer in time";
  if (typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code)) return code;
  return "the request failed";
}
