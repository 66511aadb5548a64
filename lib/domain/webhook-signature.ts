/** Signing as Standard Webhooks has it: whoever knows the secret can tell that a message is ours, whole and recent. */
import { createHmac, hkdfSync, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
/** Another purpose gets another text, so that one secret never says anything about another. */
const NOTIFICATIONS = "interlock notifications v1";

/** The secret of our notifications follows from INTERLOCK_KEY: nothing more to keep, the same in every process. */
export function notificationSecret(key: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", NOTIFICATIONS, SECRET_BYTES));
}

/** Each key of an agent comes with one, for its callbacks. */
export function newWebhookSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** As receivers' libraries expect it. */
export function writeSecret(secret: Buffer): string {
  return `whsec_${secret.toString("base64")}`;
}

export type SignedWebhook = { id: string; timestampS: number; body: string };

/** With several secrets (while they are rotated) it carries a signature of each; the receiver needs one that fits. */
export function signWebhook(
  secrets: Buffer | readonly Buffer[],
  { id, timestampS, body }: SignedWebhook,
): Record<string, string> {
  const signatures = [secrets].flat().map((secret) => {
    return `v1,${createHmac("sha256", secret).update(`${id}.${timestampS}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestampS), "webhook-signature": signatures.join(" ") };
}
