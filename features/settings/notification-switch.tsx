"use client";

import { useState } from "react";
import { changePreferences, usePreferences } from "@/components/preferences";
import { Switch } from "@/components/switch";
import { useHydrated } from "@/components/use-hydrated";

const HINTS = {
  default: "Your desktop tells you, also while you look at something else. The browser will ask whether it may.",
  granted: "Your desktop tells you, also while you look at something else.",
  denied: "This browser does not allow it. Allow notifications for this address in the browser's own settings first.",
  missing: "This browser, or an address without https, has no notifications.",
};

/** On only where the browser allows it, too. */
export function NotificationSwitch() {
  const { notifications } = usePreferences();
  const isHydrated = useHydrated();
  const [, setAsked] = useState(0);
  const permission = isHydrated ? readPermission() : "default";

  async function change(isOn: boolean): Promise<void> {
    if (isOn && permission === "default") await Notification.requestPermission();
    changePreferences({ notifications: isOn && readPermission() === "granted" });
    setAsked((count) => count + 1);
  }

  return (
    <Switch
      label="Notification"
      hint={HINTS[permission]}
      isOn={notifications && permission === "granted"}
      isDisabled={permission === "denied" || permission === "missing"}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

function readPermission(): keyof typeof HINTS {
  return "Notification" in window && window.isSecureContext ? Notification.permission : "missing";
}
