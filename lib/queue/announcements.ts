/** "These intents have settled", from the process that settled them to every process where somebody waits. */
import type { QueueSettings } from "./backend";
import { type Channel, listenOnChannel, openChannel } from "./channel";

const SETTLED = "interlock_settled";

export function makeAnnouncements(settings: QueueSettings, onError: (error: unknown) => void): Channel {
  return openChannel(settings, SETTLED, onError);
}

export function listenForAnnouncements(
  settings: QueueSettings,
  onSettled: (intentIds: string[]) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  return listenOnChannel(settings, SETTLED, onSettled, onError);
}
