"use client";

import { useQuery } from "@tanstack/react-query";
import { Command as Palette } from "cmdk";
import { useRouter } from "next/navigation";
import * as Primitive from "radix-ui/dialog";
import { useState } from "react";
import { AgentLine } from "@/components/agent-text";
import { type Command, useOfferedCommands } from "@/components/commands";
import type { DialogControl } from "@/components/dialog";
import { ignoreHeldEnter } from "@/components/ignore-held-enter";
import { Keys } from "@/components/kbd";
import { FoundItems } from "./found-items";
import { Item } from "./item";
import { agentNamesQuery, toolNamesQuery } from "./queries";
import { type Search, useFoundIntents } from "./use-found-intents";

type PaletteDialogProps = Pick<DialogControl, "open" | "onOpenChange" | "openerRef">;

/** Everything that can be done or gone to from here, by a few letters of its name. */
export function PaletteDialog({ open, onOpenChange, openerRef }: PaletteDialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onKeyDownCapture={ignoreHeldEnter}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            openerRef.current?.focus();
          }}
          className="fixed inset-x-2 top-2 z-50 animate-rise overflow-hidden rounded-xl border bg-raised shadow-overlay focus:outline-none md:inset-x-auto md:top-[14vh] md:left-1/2 md:w-full md:max-w-xl md:-translate-x-1/2"
        >
          <Primitive.Title className="sr-only">What do you want to do?</Primitive.Title>
          <PaletteBody onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const tools = useQuery(toolNamesQuery()).data?.items ?? [];
  const agents = useQuery(agentNamesQuery()).data?.items ?? [];
  const groups = groupCommands(useOfferedCommands());
  const search = useFoundIntents(isIntentId(text) ? "" : text);
  const pick = (run: () => void) => () => {
    onDone();
    run();
  };
  const go = (href: string) => pick(() => router.push(href));
  return (
    <Palette label="What do you want to do?" loop>
      <Palette.Input
        value={text}
        onValueChange={setText}
        placeholder="Search commands, tools, agents, intents by id, run or target…"
        className="h-12 w-full border-b bg-transparent px-4 text-ink text-lg outline-none placeholder:text-ink-faint md:text-base"
      />
      <Palette.List className="max-h-[60dvh] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:text-xs">
        {search.found.length === 0 && (
          <Palette.Empty className="px-3 py-6 text-center text-ink-soft text-sm">
            {EMPTY_WORDS[search.state]}
          </Palette.Empty>
        )}
        {groups.map(([group, offered]) => (
          <Palette.Group key={group} heading={group}>
            {offered.map((command) => (
              <Item key={command.id} value={`${group} ${command.label}`} onSelect={pick(command.run)}>
                <span className="flex-1">{command.label}</span>
                {command.keys !== undefined && <Keys keys={command.keys} />}
              </Item>
            ))}
          </Palette.Group>
        ))}
        {tools.length > 0 && (
          <Palette.Group heading="Tools">
            {tools.map(({ tool, title }) => (
              <Item key={tool} value={`tool ${title} ${tool}`} onSelect={go(`/tools/${encodeURIComponent(tool)}`)}>
                <AgentLine text={title} className="min-w-0 flex-1 truncate" />
                <AgentLine text={tool} className="font-mono text-ink-faint text-xs" />
              </Item>
            ))}
          </Palette.Group>
        )}
        {agents.length > 0 && (
          <Palette.Group heading="Agents">
            {agents.map(({ id, name, namespace }) => (
              <Item key={id} value={`agent ${name} ${namespace}`} onSelect={go(`/agents/${encodeURIComponent(id)}`)}>
                <AgentLine text={name} className="min-w-0 flex-1 truncate" />
                <AgentLine text={namespace} className="text-ink-faint text-xs" />
              </Item>
            ))}
          </Palette.Group>
        )}
        {search.found.length > 0 && <FoundItems found={search.found} onOpen={go} />}
        {text.trim() !== "" && (
          <Palette.Group heading="Search" forceMount>
            <Item value={`search ${text}`} always onSelect={go(searchPath(text.trim()))}>
              {isIntentId(text) ? "Open the intent " : "Search the history for "}
              <AgentLine text={text.trim()} className="min-w-0 truncate font-medium" />
            </Item>
          </Palette.Group>
        )}
      </Palette.List>
      <p role="status" className="sr-only">
        {search.found.length > 0 &&
          (search.found.length === 1 ? "1 intent found" : `${search.found.length} intents found`)}
      </p>
    </Palette>
  );
}

const EMPTY_WORDS: Record<Search["state"], string> = {
  none: "Nothing here has that name.",
  searching: "Searching the intents…",
  failed: "Nothing here has that name, and the intents could not be searched.",
  done: "Nothing here has that name, and no intent has this id, run or target.",
};

function groupCommands(offered: readonly Command[]): [string, Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of offered) {
    if (command.isKeyOnly) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  // What this screen offers comes last in time and is wanted first.
  return [...groups].reverse();
}

function isIntentId(text: string): boolean {
  return /^int_[0-9a-z]{26}$/.test(text.trim());
}

function searchPath(text: string): string {
  return isIntentId(text) ? `/intents/${text}` : `/intents?${new URLSearchParams({ q: text })}`;
}
