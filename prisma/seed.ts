/** Seeds the demo: the example contracts, one agent, one operator who is an admin. Running it again changes nothing. */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { authenticate } from "@/lib/application/authenticate";
import { newCredential } from "@/lib/application/credentials";
import { agentCreatedEvent, agentEvent } from "@/lib/application/known-agent";
import { operatorEvent } from "@/lib/application/known-operator";
import { publishContract } from "@/lib/application/publish-contract";
import { hashPassword } from "@/lib/application/sign-in";
import type { RecordedEvent } from "@/lib/domain/actor";
import { type IdPrefix, makeIdSource } from "@/lib/domain/id";
import { makeSecretBox } from "@/lib/domain/secret-box";
import { newWebhookSecret, writeSecret } from "@/lib/domain/webhook-signature";
import { findAgentByName, insertAgent, insertAgentKey } from "@/lib/store/agents";
import { findNewestVersion } from "@/lib/store/contracts";
import { type Database, openDatabase, type Tx } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import { findOperatorByEmail, insertOperator, insertOperatorToken, setPasswordHash } from "@/lib/store/operators";

export type DemoCredentials = {
  agentKey: string;
  /** What callbacks of the demo's agent are signed with; absent where it was made without INTERLOCK_KEY. */
  webhookSecret?: string | undefined;
  operatorToken: string;
  operator: { email: string; password: string };
};
export type SeedInput = {
  databaseUrl: string;
  redisUrl: string | null;
  contractsDir: string;
  existing: DemoCredentials | null;
  /** INTERLOCK_KEY: the agent's webhook secret is sealed under it. */
  key?: string | undefined;
};

const SEEDER = { kind: "system", id: "demo-seed" } as const;
const OPERATOR_EMAIL = "operator@demo.test";
const AGENT_NAME = "demo-agent";
const NAMESPACE = "default";

export async function seedDemo(input: SeedInput): Promise<DemoCredentials> {
  const db = openDatabase({ url: input.databaseUrl, connectionsMax: 2, name: "interlock-seed" });
  const newId = makeIdSource(Date.now);
  try {
    await publishAll(db, newId, input.contractsDir);
    if (input.existing !== null && (await stillValid(db, input.existing))) return input.existing;
    return await db.transaction((tx) => createCredentials(tx, newId, input.key));
  } finally {
    await db.close();
  }
}

async function publishAll(db: Database, newId: (prefix: IdPrefix) => string, directory: string): Promise<void> {
  const files = (await readdir(directory)).filter((name) => name.endsWith(".yaml")).sort();
  for (const file of files) {
    const text = await readFile(join(directory, file), "utf8");
    const tool = basename(file, ".yaml").replaceAll("-", "_");
    // What an operator published over an example stays: a restart must not take it back.
    const newest = await findNewestVersion(db.client, tool);
    if (newest !== null && newest.publishedBy !== SEEDER.id) continue;
    await publishContract({ db, newId, forget: () => undefined }, { tool, text, format: "yaml", actor: SEEDER });
  }
}

async function stillValid(db: Database, credentials: DemoCredentials): Promise<boolean> {
  try {
    const now = new Date();
    await authenticate(db, { bearer: credentials.agentKey, session: null }, now);
    await authenticate(db, { bearer: credentials.operatorToken, session: null }, now);
    return (await findOperatorByEmail(db.client, credentials.operator.email)) !== null;
  } catch (error) {
    if (error instanceof Error && error.name === "UnauthenticatedError") return false;
    throw error;
  }
}

/** Old credentials are lost (their file was removed): the same agent and operator get new ones. */
async function createCredentials(
  tx: Tx,
  newId: (prefix: IdPrefix) => string,
  key: string | undefined,
): Promise<DemoCredentials> {
  const agentKey = newCredential("agent_key");
  const operatorToken = newCredential("operator_token");
  const password = randomBytes(12).toString("base64url");
  const agent = await ensureAgent(tx, newId);
  const operator = await ensureOperator(tx, newId, password);
  const [agentId, operatorId] = [agent.id, operator.id];
  const { hash, hint } = agentKey;
  const keyId = newId("key");
  const secret = key === undefined ? null : newWebhookSecret();
  const sealed = key === undefined || secret === null ? {} : { webhookSecret: makeSecretBox(key).seal(keyId, secret) };
  await insertAgentKey(tx, { id: keyId, agentId, hash, hint, ...sealed });
  const token = {
    id: newId("tok"),
    operatorId,
    name: "demo",
    hash: operatorToken.hash,
    hint: operatorToken.hint,
    expiresAt: null,
  };
  await insertOperatorToken(tx, token);
  await recordEvents(tx, newId, await databaseNow(tx), [
    ...agent.events,
    ...operator.events,
    agentEvent("agent.key_created", SEEDER, { id: agentId, namespace: NAMESPACE }, { keyId, expiresAt: null }),
    operatorEvent("operator.token_created", SEEDER, operatorId, { tokenId: token.id, expiresAt: null }),
  ]);
  return {
    agentKey: agentKey.secret,
    ...(secret === null ? {} : { webhookSecret: writeSecret(secret) }),
    operatorToken: operatorToken.secret,
    operator: { email: OPERATOR_EMAIL, password },
  };
}

type Ensured = { id: string; events: RecordedEvent[] };

async function ensureAgent(tx: Tx, newId: (prefix: IdPrefix) => string): Promise<Ensured> {
  const found = await findAgentByName(tx, NAMESPACE, AGENT_NAME);
  if (found !== null) return { id: found.id, events: [] };
  const agent = {
    id: newId("agt"),
    namespace: NAMESPACE,
    name: AGENT_NAME,
    labels: { tier: "trusted" },
    tools: [],
    mayRepeat: true,
  };
  await insertAgent(tx, agent);
  return { id: agent.id, events: [agentCreatedEvent(SEEDER, agent)] };
}

async function ensureOperator(tx: Tx, newId: (prefix: IdPrefix) => string, password: string): Promise<Ensured> {
  const passwordHash = await hashPassword(password);
  const found = await findOperatorByEmail(tx, OPERATOR_EMAIL);
  if (found !== null) {
    await setPasswordHash(tx, found.id, passwordHash);
    const data = { from: {}, to: {}, password: "changed" };
    return { id: found.id, events: [operatorEvent("operator.changed", SEEDER, found.id, data)] };
  }
  const [id, role] = [newId("opr"), "admin"] as const;
  await insertOperator(tx, { id, email: OPERATOR_EMAIL, name: "Demo Operator", role, passwordHash });
  return { id, events: [operatorEvent("operator.created", SEEDER, id, { role, hasPassword: true })] };
}
