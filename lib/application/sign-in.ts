/** Operators sign in with a password (argon2id) and get a server-side session. */
import { hash, verify } from "@node-rs/argon2";
import type { IdPrefix } from "@/lib/domain/id";
import { recordEvents } from "@/lib/store/audit";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { endSession, findOperatorByEmail, insertSession, type StoredOperator } from "@/lib/store/operators";
import { makeSlots } from "./bounded-slots";
import { newCredential } from "./credentials";
import { UnauthenticatedError } from "./errors";
import { makeGuessLimit } from "./guess-limit";

export const SESSION_MS = 12 * 3_600_000;

const GUESSES = { max: 10, windowMs: 15 * 60_000, trackedMax: 10_000 };
/** Each takes 19 MiB and one thread of the pool that also resolves names; the other threads stay free for that. */
const VERIFICATIONS = { runningMax: 2, waitingMax: 64 };

export type SignInDeps = { db: Database; newId: (prefix: IdPrefix) => string; now: () => number };
export type SignedIn = { secret: string; operator: StoredOperator; expiresAt: Date };

export function makeSignIn(deps: SignInDeps) {
  const takeTry = makeGuessLimit(GUESSES);
  const inSlot = makeSlots(VERIFICATIONS);

  return async function signIn(email: string, password: string): Promise<SignedIn> {
    const address = email.toLowerCase();
    const giveBack = takeTry(address, deps.now());
    const operator = await findMatching(deps, inSlot, address, password).catch((error: unknown) => {
      giveBack(); // nothing was learned from it
      throw error;
    });
    if (operator === null) throw new UnauthenticatedError("The e-mail address or the password is wrong.");
    giveBack();
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
  return matches && known !== null ? operator : null;
}

async function openSession(deps: SignInDeps, found: StoredOperator): Promise<SignedIn> {
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
