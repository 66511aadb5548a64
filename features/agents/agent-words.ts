import type { AgentKeyDto } from "@/lib/wire/agent";

/** What an agent may use, in a few words for a row. */
export function toolsWords(tools: readonly string[]): string {
  if (tools.length === 0) return "All tools";
  return tools.length === 1 ? (tools[0] ?? "") : `${tools.length} tools`;
}

export function keysWords(liveKeyCount: number): string {
  if (liveKeyCount === 0) return "No working key";
  return liveKeyCount === 1 ? "1 key" : `${liveKeyCount} keys`;
}

export type KeyState = "works" | "expired" | "revoked";

export function keyState({ expiresAt, revokedAt }: AgentKeyDto, nowMs: number): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "works";
}

/** What follows when this key is revoked, for somebody who is about to do it. */
export function revokeConsequence(liveKeyCount: number): string {
  const at = "From the moment you confirm, whoever uses this key is refused. What it submitted before stays as it is.";
  if (liveKeyCount > 1) return `${at} The agent’s other keys go on working.`;
  return `${at} It is the last key that works: the agent can submit nothing and gets no callbacks until you give it a new one.`;
}

/** How long the earlier keys go on, shortest first. `0s` is a revocation. */
export const OVERLAPS = [
  {
    value: "0s",
    label: "Not at all",
    meaning: "The old keys are refused at once. Choose this when one has leaked: whatever still uses it stops.",
  },
  { value: "1h", label: "1 hour", meaning: "For an agent that reads its key anew at every start." },
  { value: "24h", label: "24 hours", meaning: "Time to roll the new key out. The old ones end by themselves." },
  { value: "7d", label: "7 days", meaning: "For many machines, or people who have to be asked." },
] as const;
export type Overlap = (typeof OVERLAPS)[number]["value"];

/** How long a key or a token lives; empty: until it is revoked. */
export const LIFETIMES = [
  { value: "", label: "Until it is revoked" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "365 days" },
] as const;
