"use client";

import BadgeCheck from "lucide-react/icons/badge-check";
import Bot from "lucide-react/icons/bot";
import ChartColumn from "lucide-react/icons/chart-column";
import Ellipsis from "lucide-react/icons/ellipsis";
import Footprints from "lucide-react/icons/footprints";
import Inbox from "lucide-react/icons/inbox";
import ListChecks from "lucide-react/icons/list-checks";
import ScrollText from "lucide-react/icons/scroll-text";
import SearchCheck from "lucide-react/icons/search-check";
import Settings from "lucide-react/icons/settings";
import Users from "lucide-react/icons/users";
import Wrench from "lucide-react/icons/wrench";
import { useRouter } from "next/navigation";
import type { Icon } from "@/components/badge";
import { useCommands } from "@/components/commands";
import { Menu, type MenuEntry } from "@/components/menu";
import { NavLink, navItemStyle } from "@/components/nav-link";
import { InboxCount } from "@/features/intents/inbox/inbox-count";
import { FIRST_STEPS, FURTHER, PLACES, type PlaceWord } from "./places";

const ICONS: Record<PlaceWord, Icon> = {
  Inbox,
  History: ListChecks,
  Overview: ChartColumn,
  Tools: Wrench,
  Findings: SearchCheck,
  Audit: ScrollText,
  Agents: Bot,
  Operators: Users,
  Grants: BadgeCheck,
  Settings,
};

/** All places at the side of a desktop; the near ones and "More" at the thumb of a phone. */
export function MainNav() {
  const router = useRouter();
  useCommands([
    ...PLACES.map(({ href, word, keys }) => ({
      id: `go ${href}`,
      label: `Go to ${word}`,
      group: "Go to",
      keys,
      run: () => router.push(href),
    })),
    ...FURTHER.map(([href, word]) => ({
      id: `go ${href}`,
      label: `Go to ${word}`,
      group: "Go to",
      run: () => router.push(href),
    })),
  ]);
  return (
    <>
      {PLACES.map(({ href, word, isNear }) => {
        const Glyph = ICONS[word];
        return (
          <NavLink key={href} href={href} icon={<Glyph aria-hidden />} className={isNear ? undefined : "max-md:hidden"}>
            {word}
            {word === "Inbox" && <InboxCount />}
          </NavLink>
        );
      })}
      <NavLink href={FIRST_STEPS.href} icon={<Footprints aria-hidden />} className="max-md:hidden md:mt-auto">
        {FIRST_STEPS.word}
      </NavLink>
      <MoreMenu onGo={(href) => router.push(href)} />
    </>
  );
}

function MoreMenu({ onGo }: { onGo: (href: string) => void }) {
  const toEntry = (href: string, word: string, Glyph: Icon): MenuEntry => {
    const content = (
      <>
        <Glyph aria-hidden className="text-ink-faint" />
        {word}
      </>
    );
    return { kind: "action", content, onSelect: () => onGo(href) };
  };
  const entries = [
    ...PLACES.flatMap(({ href, word, isNear }) => (isNear ? [] : [toEntry(href, word, ICONS[word])])),
    { kind: "separator" as const },
    toEntry(FIRST_STEPS.href, FIRST_STEPS.word, Footprints),
  ];
  return (
    <span className="contents md:hidden">
      <Menu
        entries={entries}
        align="end"
        button={(props) => (
          <button type="button" {...props} className={navItemStyle(false)}>
            <Ellipsis aria-hidden />
            More
          </button>
        )}
      />
    </span>
  );
}
