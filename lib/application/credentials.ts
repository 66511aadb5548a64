/** Agent keys, operator tokens and session cookies: random, shown once, kept only as hashes. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

export type CredentialKind = "agent_key" | "operator_token" | "session";

const PREFIX: Record<CredentialKind, string> = { agent_key: "ilk_", operator_token: "ilo_", session: "ils_" };

export type NewCredential = { secret: string; hash: string; hint: string };

export function newCredential(kind: CredentialKind): NewCredential {
  const secret = `${PREFIX[kind]}${randomBytes(32).toString("base64url")}`;
  return { secret, hash: hashCredential(secret), hint: `${secret.slice(0, 8)}…` };
}

/** The secret has 256 bits of its own, so a plain hash is as good at rest as a slow one, and fast to check. */
export function hashCredential(secret: string): string {
  return hash("sha256", secret, "hex");
}

export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function kindOfCredential(secret: string): CredentialKind | null {
  for (const [kind, prefix] of Object.entries(PREFIX)) if (secret.startsWith(prefix)) return kind as CredentialKind;
  return null;
}

/** Null: the header is absent, or holds something else. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
