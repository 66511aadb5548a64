"use client";

import { later } from "@/components/later";
import { useKeys } from "@/components/listen-for-keys";
import { usePreferences } from "@/components/preferences";
import { LiveStream } from "@/features/live/live-stream";
import { Palette } from "@/features/palette/palette";
import { leaveForSignIn } from "@/features/session/leave-for-sign-in";

const InboxAlerts = later(async () => (await import("@/features/intents/inbox/inbox-alerts")).InboxAlerts);
const UndoTray = later(async () => (await import("@/features/intents/undo/undo-tray")).UndoTray);

/** What goes on behind every screen: changes are heard, keys are listened for, and whoever wants to be told is told. */
export function ConsoleLife() {
  const { notifications, sound } = usePreferences();
  useKeys();
  return (
    <>
      <LiveStream onSignedOut={leaveForSignIn} />
      <Palette />
      <UndoTray />
      {(notifications || sound) && <InboxAlerts />}
    </>
  );
}
