"use client";

import { PageHeader } from "@/components/page-header";
import { Panel } from "@/components/panel";
import { changePreferences, usePreferences } from "@/components/preferences";
import { Switch } from "@/components/switch";
import { AppearanceChoice } from "./appearance-choice";
import { NotificationSwitch } from "./notification-switch";
import { SoundSwitch } from "./sound-switch";

/** What this browser does. Nothing here changes Interlock for anybody else. */
export function Settings() {
  const { shortcuts } = usePreferences();
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Settings</h1>} />
      <div className="mx-auto flex max-w-2xl flex-col gap-4 p-4 md:p-6">
        <p className="text-ink-soft">These are kept in this browser and are yours alone.</p>
        <Panel title="Appearance">
          <AppearanceChoice />
        </Panel>
        <Panel title="Keyboard">
          <Switch
            label="Keys"
            hint="Single keys decide and move: press ? anywhere for the list. Off: only what browsers do by themselves."
            isOn={shortcuts}
            onChange={(isOn) => changePreferences({ shortcuts: isOn })}
          />
        </Panel>
        <Panel title="When something new waits">
          <div className="divide-y">
            <NotificationSwitch />
            <SoundSwitch />
          </div>
        </Panel>
      </div>
    </>
  );
}
