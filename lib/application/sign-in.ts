/** Operators sign in with a password (argon2id) and get a server-side session. */
import { hash, verify } from "@node-rs/argon2";
import type { IdPrefix } from "@/lib/domain/id";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { endSession, findOperatorByEmail, insertSession, type StoredOperator } from "@/lib/store/operators";
import { newCredential } from "./credentials";
import { TooManyError, UnauthenticatedError } from "./errors";

export const SESSION_MS = 12 * 3_600_000;

/** Guessing is slowed per address: after this many failures in the window, even the right password waits. */
const FAILURES_MAX = 10;
const FAILURE_WINDOW_MS = 15 * 60_000;
const TRACKED_MAX = 10_000;

export type SignInDeps = { db: Database; newId: (prefix: IdPrefix) => string; now: () => number };
export type SignedIn = { secret: string; operator: StoredOperator; expiresAt: Date };

export function makeSignIn(deps: SignInDeps) {
  const failures = new Map<string, { count: number; since: number }>();

  return async function signIn(email: string, password: string): Promise<SignedIn> {
    const address = email.toLowerCase();
    const nowMs = deps.now();
    const failed = failures.get(address);
    if (failed !== undefined && nowMs - failed.since > FAILURE_WINDOW_MS) failures.delete(address);
    else if (failed !== undefined && failed.count >= FAILURES_MAX) {
      const waitMs = failed.since + FAILURE_WINDOW_MS - nowMs;
      throw new TooManyError("Too many failed sign-ins for this address.", Math.max(1, Math.ceil(waitMs / 1_000)));
    }
    const operator = await findOperatorByEmail(deps.db.client, address);
    // An unknown address costs as much time as a wrong password, so that neither can be told from the other.
    const matches = await verify(operator?.passwordHash ?? (await decoyHash()), password);
    if (operator === null || operator.passwordHash === null || !matches) {
      if (failures.size >= TRACKED_MAX) failures.clear();
      const since = failures.get(address)?.since ?? nowMs;
      failures.set(address, { count: (failures.get(address)?.count ?? 0) + 1, since });
      throw new UnauthenticatedError("The e-mail address or the password is wrong.");
    }
    failures.delete(address);
    return openSession(deps, operator);
  };
}

async function openSession(
  deps: SignInDeps,
  found: StoredOperator & { passwordHash: string | null },
): Promise<SignedIn> {
  const { id, email, name, role } = found;
  const credential = newCredential("session");
  const expiresAt = await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    const ends = new Date(at + SESSION_MS);
    await insertSession(tx, { id: deps.newId("ses"), operatorId: id, hash: credential.hash, expiresAt: ends });
    await recordEvents(tx, deps.newId, at, [operatorEvent("operator.signed_in", id)]);
    return ends;
  });
  return { secret: credential.secret, operator: { id, email, name, role }, expiresAt };
}

export async function signOut(deps: Omit<SignInDeps, "now">, operatorId: string, sessionId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    await endSession(tx, sessionId, new Date(at));
    await recordEvents(tx, deps.newId, at, [operatorEvent("operator.signed_out", operatorId)]);
  });
}

function operatorEvent(type: string, id: string) {
  return { type, actor: { kind: "operator", id } as const, namespace: null, intentId: null, subject: id, data: {} };
}

let decoy: Promise<string> | null = null;
function decoyHash(): Promise<string> {
  decoy ??= hashPassword("nobody has this password");
  return decoy;
}

export function hashPassword(password: string): Promise<string> {
  // OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}
