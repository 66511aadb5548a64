"use client";

import { playChime } from "@/components/play-chime";
import { changePreferences, usePreferences } from "@/components/preferences";
import { Switch } from "@/components/switch";

/** Switching it on lets you hear it. */
export function SoundSwitch() {
  const { sound } = usePreferences();
  return (
    <Switch
      label="Sound"
      hint="Two soft notes while this console is open in a tab."
      isOn={sound}
      onChange={(isOn) => {
        changePreferences({ sound: isOn });
        if (isOn) playChime().catch((error: unknown) => console.warn("No sound", error));
      }}
    />
  );
}
