/** Signing as Standard Webhooks has it: whoever knows the secret can tell that a message is ours, whole and recent. */
import { createHmac, hkdfSync } from "node:crypto";

const SECRET_BYTES = 32;
/** Another purpose gets another text, so that one secret never says anything about another. */
const NOTIFICATIONS = "interlock notifications v1";

/** The secret of our notifications follows from INTERLOCK_KEY: nothing more to keep, the same in every process. */
export function notificationSecret(key: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", NOTIFICATIONS, SECRET_BYTES));
}

/** As receivers' libraries expect it. */
export function writeSecret(secret: Buffer): string {
  return `whsec_${secret.toString("base64")}`;
}

export type SignedWebhook = { id: string; timestampS: number; body: string };

export function signWebhook(secret: Buffer, { id, timestampS, body }: SignedWebhook): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${timestampS}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestampS), "webhook-signature": `v1,${signature}` };
}
