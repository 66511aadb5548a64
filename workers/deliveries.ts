import { deliverNotifications } from "@/lib/application/deliver-notifications";
import type { Settings } from "@/lib/config/env";
import { makeWebhookSender } from "@/lib/connectors/webhook";
import { notificationSecret } from "@/lib/domain/webhook-signature";
import type { Database } from "@/lib/store/database";
import { type Loop, startLoop } from "./loop";

const INTERVAL_MS = 1_000;

/** Sends what waits in the outbox; null where nobody is to be told (INTERLOCK_NOTIFY). */
export function startDeliveries(
  settings: Pick<Settings, "notifyUrl" | "key">,
  db: Database,
  onError: (error: unknown) => void,
): Pick<Loop, "stop"> | null {
  if (settings.notifyUrl === null) return null;
  const secret = notificationSecret(settings.key);
  const { send, close } = makeWebhookSender({ url: settings.notifyUrl, secret, now: Date.now });
  const loop = startLoop(() => deliverNotifications({ db, random: Math.random, send, onError }), INTERVAL_MS, onError);
  return {
    async stop() {
      await loop.stop();
      await close();
    },
  };
}
