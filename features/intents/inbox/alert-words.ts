import { boundText } from "@/components/bound-text";
import { revealedText } from "@/components/visible-characters";

const CHARACTERS_MAX = 160;

/** Ids grow with time. */
export function isNewer(id: string | null, known: string | null): boolean {
  return id !== null && (known === null || id > known);
}

/** `newest`: what the newest one would do, in an agent's values: nothing in it hides, and it is bounded, because a notification is not a page. */
export function alertWords(total: number, newest: string | null): { title: string; body: string } {
  const title = total === 1 ? "1 intent waits for you" : `${total.toLocaleString()} intents wait for you`;
  if (newest === null) return { title, body: "Open the inbox to decide." };
  const start = boundText(newest, { charactersMax: CHARACTERS_MAX, linesMax: 2 });
  return { title, body: `Newest: ${revealedText(start ?? newest)}${start === null ? "" : "…"}` };
}
