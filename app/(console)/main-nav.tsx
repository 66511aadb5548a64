"use client";

import BadgeCheck from "lucide-react/icons/badge-check";
import Bot from "lucide-react/icons/bot";
import ChartColumn from "lucide-react/icons/chart-column";
import Ellipsis from "lucide-react/icons/ellipsis";
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
import { FURTHER, PLACES, type PlaceWord } from "./places";

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
      <MoreMenu onGo={(href) => router.push(href)} />
    </>
  );
}

function MoreMenu({ onGo }: { onGo: (href: string) => void }) {
  const entries: MenuEntry[] = PLACES.flatMap(({ href, word, isNear }) => {
    if (isNear) return [];
    const Glyph = ICONS[word];
    const content = (
      <>
        <Glyph aria-hidden className="text-ink-faint" />
        {word}
      </>
    );
    return [{ kind: "action" as const, content, onSelect: () => onGo(href) }];
  });
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
