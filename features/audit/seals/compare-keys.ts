import type { AuditKeyListDto } from "@/lib/wire/audit";
import { parsePublicKeys } from "../verify/public-keys";

export type Compared = { tone: "good" | "warn" | "bad"; title: string; body: string };

/** Whether what somebody keeps is what this Interlock tells. Null: nothing was written yet. */
export function compareKeys(kept: string, told: AuditKeyListDto["items"]): Compared | null {
  if (kept.trim() === "") return null;
  const keys = parsePublicKeys(kept);
  if (keys === null) {
    return {
      tone: "warn",
      title: "This is no public Ed25519 key in PEM",
      body: "Expected all of it, from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----.",
    };
  }
  const unknown = keys.filter(
    ({ keyId }) => !told.some((one) => one.keyId === keyId && isSameKey(one.publicKey, keyId)),
  );
  if (unknown.length > 0) {
    return {
      tone: "bad",
      title: "Not a key of this Interlock",
      body: `It seals with none whose id is ${unknown.map(({ keyId }) => keyId).join(", ")}. Either the key that you keep is another's, or the one that seals here was exchanged.`,
    };
  }
  const hasCurrent = keys.some(({ keyId }) => told.some((one) => one.current && one.keyId === keyId));
  return hasCurrent
    ? { tone: "good", title: "The same key", body: "What you keep is what seals now." }
    : {
        tone: "warn",
        title: "An earlier key of this Interlock",
        body: "It has sealed before, but another key seals now. Ask whoever runs Interlock when it was changed, and why.",
      };
}

/** An id is only as good as the key that it is computed from. */
function isSameKey(pem: string, keyId: string): boolean {
  return parsePublicKeys(pem)?.some((key) => key.keyId === keyId) ?? false;
}
