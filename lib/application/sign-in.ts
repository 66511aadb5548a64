/** Operators sign in with a password (argon2id) and get a server-side session. */
import { hash, verify } from "@node-rs/argon2";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { endSession, findOperatorByEmail, insertSession, type StoredOperator } from "@/lib/store/operators";
import { makeSlots } from "./bounded-slots";
import { newCredential } from "./credentials";
import { UnauthenticatedError } from "./errors";
import { makeGuessLimit } from "./guess-limit";

export const SESSION_MS = 12 * 3_600_000;

const GUESSES = { max: 10, windowMs: 15 * 60_000 };
/** Each takes 19 MiB and one thread of the pool that also resolves names; the other threads stay free for that. */
const VERIFICATIONS = { runningMax: 2, waitingMax: 64 };

export type SignInDeps = { db: Database; newId: (prefix: IdPrefix) => string };
export type SignedIn = { secret: string; operator: StoredOperator; expiresAt: Date };

export function makeSignIn(deps: SignInDeps) {
  const takeTry = makeGuessLimit(deps.db, GUESSES);
  const inSlot = makeSlots(VERIFICATIONS);

  return async function signIn(email: string, password: string): Promise<SignedIn> {
    const address = email.toLowerCase();
    const giveBack = await takeTry(address);
    const operator = await findMatching(deps, inSlot, address, password).catch(async (error: unknown) => {
      // Nothing was learned from it. A store that cannot take it back either is told as what it was first.
      await Promise.allSettled([giveBack()]);
      throw error;
    });
    if (operator === null) throw new UnauthenticatedError("The e-mail address or the password is wrong.");
    await giveBack(); // a right answer is no guess
    return openSession(deps, operator);
  };
}

async function findMatching(
  deps: SignInDeps,
  inSlot: ReturnType<typeof makeSlots>,
  address: string,
  password: string,
): Promise<StoredOperator | null> {
  const operator = await findOperatorByEmail(deps.db.client, address);
  // An unknown address costs as much time as a wrong password, so that neither can be told from the other.
  const known = operator?.passwordHash ?? null;
  const matches = await inSlot(async () => verify(known ?? (await decoyHash()), password));
  if (matches && known !== null) return operator;
  await recordFailure(deps, operator);
  return null;
}

/**
 * Only what was tried against somebody is on record: anybody may try addresses that do not exist, without end. An
 * unknown one costs a transaction as well, so that it takes nearly as long as a known one.
 */
async function recordFailure(deps: SignInDeps, operator: StoredOperator | null): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    const actor = { kind: "system", id: "sign_in" } as const;
    const subject = operator?.id ?? null;
    const event = { type: "operator.sign_in_failed", actor, namespace: null, intentId: null, subject, data: {} };
    await recordEvents(tx, deps.newId, at, operator === null ? [] : [event]);
  });
}

async function openSession(deps: SignInDeps, found: StoredOperator): Promise<SignedIn> {
  const { id, email, name, role } = found;
  const credential = newCredential("session");
  const expiresAt = await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    const ends = new Date(at + SESSION_MS);
    const sessionId = deps.newId("ses");
    await insertSession(tx, { id: sessionId, operatorId: id, hash: credential.hash, expiresAt: ends });
    await recordEvents(tx, deps.newId, at, [sessionEvent("operator.signed_in", id, sessionId)]);
    return ends;
  });
  return { secret: credential.secret, operator: { id, email, name, role }, expiresAt };
}

export async function signOut(deps: SignInDeps, operatorId: string, sessionId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const at = await databaseNow(tx);
    await endSession(tx, sessionId, new Date(at));
    await recordEvents(tx, deps.newId, at, [sessionEvent("operator.signed_out", operatorId, sessionId)]);
  });
}

function sessionEvent(type: string, id: string, sessionId: string) {
  const actor = { kind: "operator", id } as const;
  return { type, actor, namespace: null, intentId: null, subject: id, data: { sessionId } };
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
