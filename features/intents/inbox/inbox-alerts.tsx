"use client";

/**
 * Tells somebody who looks elsewhere that something new waits: a desktop notification, a sound, both if wanted. One for
 * a burst, however much came, and one for all tabs of a browser.
 */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { playChime } from "@/components/play-chime";
import { getPreferences } from "@/components/preferences";
import type { InboxCountsDto } from "@/lib/wire/inbox";
import { intentQuery } from "../queries";
import { effectText } from "../words/effect-sentence";
import { alertWords, isNewer } from "./alert-words";
import { inboxCountsQuery } from "./queries";

/** What comes within this time is one burst. */
const BURST_MS = 2_000;
/** Of the lock, of what was told last, and of the notification. */
const NAME = "interlock.told";

/** Draws nothing. Mounted once, for every screen, where either is wanted. */
export function InboxAlerts() {
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
      if (newestId !== null) void tellOnce(newestId, () => titleOf(queries, newestId), total);
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

/** In one tab only: the others find that it has been told. */
async function tellOnce(newestId: string, findTitle: () => Promise<string | null>, total: number): Promise<void> {
  const isNews = await inTurn(() => {
    if (!isNewer(newestId, readTold())) return false;
    writeTold(newestId);
    return true;
  });
  if (!isNews) return;
  const { notifications, sound } = getPreferences();
  if (sound) playChime().catch((error: unknown) => console.warn("No sound", error));
  // Whoever looks at the page sees it there.
  if (notifications && !document.hasFocus()) notify(alertWords(total, await findTitle()));
}

async function inTurn(look: () => boolean): Promise<boolean> {
  return navigator.locks === undefined ? look() : navigator.locks.request(NAME, async () => look());
}

function readTold(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null; // A browser that stores nothing tells in every tab.
  }
}

function writeTold(id: string): void {
  try {
    localStorage.setItem(NAME, id);
  } catch {
    console.warn("This browser does not keep what was told");
  }
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
