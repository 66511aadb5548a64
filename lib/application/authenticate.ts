/** Who is calling: an agent by its key, an operator by a token or a session. Nothing here says what they may do. */
import type { Role } from "@/lib/domain/intent";
import { roleSuffices } from "@/lib/domain/intent";
import { findAgentByKeyHash, type StoredAgent } from "@/lib/store/agents";
import type { Database } from "@/lib/store/database";
import { findOperatorByTokenHash, findSession, type StoredOperator } from "@/lib/store/operators";
import { hashCredential, kindOfCredential, sameHash } from "./credentials";
import { ForbiddenError, UnauthenticatedError } from "./errors";
import type { CredentialUse } from "./last-used";

export type Principal =
  | { kind: "agent"; agent: StoredAgent }
  | { kind: "operator"; operator: StoredOperator; session: { id: string; expiresAt: Date } | null };

export type Presented = { bearer: string | null; session: string | null };

/** Told of every key and token that was accepted; must neither wait nor throw. */
export type OnUse = (use: CredentialUse) => void;

export async function authenticate(
  db: Database,
  presented: Presented,
  now: Date,
  onUse: OnUse = () => undefined,
): Promise<Principal> {
  if (presented.bearer !== null) return authenticateBearer(db, presented.bearer, now, onUse);
  if (presented.session !== null) return authenticateSession(db, presented.session, now);
  throw new UnauthenticatedError("No credentials were sent.");
}

async function authenticateBearer(db: Database, secret: string, now: Date, onUse: OnUse): Promise<Principal> {
  const hash = hashCredential(secret);
  const kind = kindOfCredential(secret);
  if (kind === "agent_key") {
    const found = await findAgentByKeyHash(db.client, hash);
    if (found !== null && sameHash(found.hash, hash)) {
      onUse({ kind, id: found.keyId });
      return { kind: "agent", agent: found.agent };
    }
  }
  if (kind === "operator_token") {
    const found = await findOperatorByTokenHash(db.client, hash);
    if (found !== null && sameHash(found.hash, hash) && isLive(found.expiresAt, now)) {
      onUse({ kind, id: found.tokenId });
      return { kind: "operator", operator: found.operator, session: null };
    }
  }
  throw new UnauthenticatedError("These credentials are not known, or no longer valid.");
}

async function authenticateSession(db: Database, secret: string, now: Date): Promise<Principal> {
  const hash = hashCredential(secret);
  const found = await findSession(db.client, hash);
  if (found === null || !sameHash(found.hash, hash) || !isLive(found.expiresAt, now)) {
    throw new UnauthenticatedError("The session has ended.");
  }
  return { kind: "operator", operator: found.operator, session: { id: found.id, expiresAt: found.expiresAt } };
}

function isLive(expiresAt: Date | null, now: Date): boolean {
  return expiresAt === null || expiresAt > now;
}

export function requireAgent(principal: Principal): StoredAgent {
  if (principal.kind !== "agent") throw new ForbiddenError("Only an agent, with its API key, can do this.");
  return principal.agent;
}

export function requireOperator(principal: Principal, role: Role = "viewer"): StoredOperator {
  if (principal.kind !== "operator") throw new ForbiddenError("Only an operator can do this, not an agent.");
  if (!roleSuffices(principal.operator.role, role))
    throw new ForbiddenError(`This needs the role ${role}.`, "role_required");
  return principal.operator;
}
