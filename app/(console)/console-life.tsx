"use client";

import { useKeys } from "@/components/listen-for-keys";
import { LiveStream } from "@/features/live/live-stream";
import { Palette } from "@/features/palette/palette";
import { leaveForSignIn } from "@/features/session/leave-for-sign-in";

/** What goes on behind every screen: changes are heard, keys are listened for. */
export function ConsoleLife() {
  useKeys();
  return (
    <>
      <LiveStream onSignedOut={leaveForSignIn} />
      <Palette />
    </>
  );
}
