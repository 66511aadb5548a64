"use client";

import { useOfferedCommands } from "@/components/commands";
import { Dialog, type DialogControl } from "@/components/dialog";
import { Kbd, Keys } from "@/components/kbd";

/** Which keys do what on this screen. */
export function KeysDialog(control: DialogControl) {
  const groups = Object.entries(Object.groupBy(useOfferedCommands(), ({ group }) => group));
  return (
    <Dialog
      {...control}
      title="Keys"
      description="They never act inside a field or behind a dialog. They can be switched off in the settings."
    >
      <div className="space-y-4">
        {groups.reverse().map(([group, offered = []]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-medium text-ink-faint text-xs">{group}</h3>
            <dl className="gap-x-8 md:columns-2">
              {offered
                .filter(({ keys }) => keys !== undefined)
                .map(({ id, label, keys = "" }) => (
                  <div key={id} className="flex min-h-8 break-inside-avoid items-center justify-between gap-3">
                    <dt className="text-ink text-sm">{label}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <p className="text-ink-soft text-sm">
          <Kbd>Ctrl</Kbd> or <Kbd>⌘</Kbd> with <Kbd>K</Kbd> opens everything that can be done, by name.
        </p>
      </div>
    </Dialog>
  );
}
