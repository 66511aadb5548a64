"use client";

import { Command as Palette } from "cmdk";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { aboutText, type FoundIntent, stateWord } from "./found-intents";
import { Item } from "./item";

type FoundItemsProps = { found: FoundIntent[]; onOpen: (href: string) => () => void };

/** Intents that have what is written: those that wait for somebody say so. */
export function FoundItems({ found, onOpen }: FoundItemsProps) {
  return (
    <Palette.Group heading="Intents" forceMount>
      {found.map((intent) => (
        <Item
          key={intent.id}
          value={`intent ${intent.id}`}
          always
          onSelect={onOpen(`/intents/${encodeURIComponent(intent.id)}`)}
        >
          <span className="flex min-w-0 flex-1 items-baseline gap-2">
            <AgentLine text={intent.title} className="shrink-0" />
            <AgentLine text={aboutText(intent)} className="min-w-0 truncate text-ink-soft" />
          </span>
          {intent.isWaiting ? <Badge tone="warn">Waiting</Badge> : <Badge>{stateWord(intent.state)}</Badge>}
        </Item>
      ))}
    </Palette.Group>
  );
}
