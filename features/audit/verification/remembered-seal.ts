/**
 * The last seal that this browser found in this log. Whoever rewrites the log has to reckon with it: it is kept where
 * those who run Interlock do not reach, and the next check wants to find it again.
 */
import { type SealName, toSealName } from "../verify/seal";

export type RememberedSeal = SealName & { checkedAt: string };

const STORAGE_KEY = "interlock.audit.last-seal";

export function recallSeal(): RememberedSeal | null {
  try {
    const kept = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? "null") as { checkedAt?: unknown } | null;
    const name = toSealName(kept);
    if (name === null || typeof kept?.checkedAt !== "string" || Number.isNaN(Date.parse(kept.checkedAt))) return null;
    return { ...name, checkedAt: kept.checkedAt };
  } catch {
    return null; // nothing that can be read, or a browser that keeps nothing
  }
}

export function rememberSeal(seal: RememberedSeal): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify(seal));
  } catch {
    console.warn("This browser does not keep the seal that it has seen");
  }
}

export function forgetSeal(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    console.warn("This browser keeps nothing that could be forgotten");
  }
}
