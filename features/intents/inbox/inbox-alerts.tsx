"use client";

/**
 * Tells somebody who looks elsewhere that something new waits: a desktop notification, a sound, both if wanted. One for
 * a burst, however much came, and one for all tabs of a browser.
 */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { playChime } from "@/components/play-chime";
import { getPreferences, usePreferences } from "@/components/preferences";
import type { InboxCountsDto } from "@/lib/wire/inbox";
import { intentQuery } from "../queries";
import { effectText } from "../words/effect-sentence";
import { alertWords, isNewer } from "./alert-words";
import { inboxCountsQuery } from "./queries";

/** What comes within this time is one burst. */
const BURST_MS = 2_000;
/** For so long no other tab tells the same. */
const QUIET_MS = 4_000;
const NAME = "interlock-inbox";

/** Draws nothing. Mounted once, for every screen. */
export function InboxAlerts() {
  const { notifications, sound } = usePreferences();
  return notifications || sound ? <Alerts /> : null;
}

function Alerts() {
  const queries = useQueryClient();
  const counts = useQuery(inboxCountsQuery()).data;
  const latestRef = useRef<InboxCountsDto | undefined>(undefined);
  const knownRef = useRef<{ newestId: string | null } | null>(null);
  const timerRef = useRef<ReturnType<typeof setTimeout> | null>(null);
  latestRef.current = counts;

  useEffect(() => {
    if (counts === undefined) return;
    const known = knownRef.current;
    knownRef.current = counts;
    // What waited when the page was opened is not news.
    if (known === null || !isNewer(counts.newestId, known.newestId)) return;
    timerRef.current ??= setTimeout(() => {
      timerRef.current = null;
      const { newestId = null, total = 0 } = latestRef.current ?? {};
      if (newestId !== null) void tellOnce(() => titleOf(queries, newestId), total);
    }, BURST_MS);
  }, [counts, queries]);

  useEffect(
    () => () => {
      if (timerRef.current !== null) clearTimeout(timerRef.current);
    },
    [],
  );

  return null;
}

async function titleOf(queries: QueryClient, id: string): Promise<string | null> {
  try {
    return effectText(await queries.fetchQuery(intentQuery(id)));
  } catch {
    return null; // The count alone is worth telling.
  }
}

/** In one tab only: the others find the name taken. */
async function tellOnce(findTitle: () => Promise<string | null>, total: number): Promise<void> {
  const tell = async () => {
    const { notifications, sound } = getPreferences();
    if (sound) playChime().catch((error: unknown) => console.warn("No sound", error));
    // Whoever looks at the page sees it there.
    if (notifications && !document.hasFocus()) notify(alertWords(total, await findTitle()));
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  };
  if (navigator.locks === undefined) return tell();
  await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => (lock === null ? undefined : tell()));
}

function notify({ title, body }: { title: string; body: string }): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  // One at a time: a newer one takes the place of the last.
  const notification = new Notification(title, { body, tag: NAME });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
