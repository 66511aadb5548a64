/** A contract becomes the next version and the active one. Whoever calls this holds the tool's lock. */
import type { Actor } from "@/lib/domain/actor";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { lockRoomOf, locksPerSubmission } from "@/lib/domain/lock-bound";
import { enginesAfter, enginesOf, FIRST_ENGINES } from "@/lib/domain/normalise/engines";
import {
  countOpenDerivations,
  findNewestVersion,
  insertContractVersion,
  listOpenDerivations,
  openDerivation,
  recordingOf,
  type StoredContract,
} from "@/lib/store/contracts";
import type { Tx } from "@/lib/store/database";
import { recordEvents } from "@/lib/store/journal";
import { readLockSlots } from "@/lib/store/server-settings";
import type { CheckedContract, ContractText } from "../check-contract-text";
import { ConflictError } from "../errors";
import type { ProposalDeps } from "./proposals";

export type Activation = ContractText & {
  checked: CheckedContract;
  active: StoredContract | null;
  actor: Actor;
  /** Whose version it is, where somebody else spoke last. */
  publishedBy?: string;
  /** What the event tells beside version and digest: the proposal that it was, and who agreed. */
  more?: Record<string, unknown>;
  at: number;
};

/** The new version's number. */
export async function activateVersion(tx: Tx, deps: ProposalDeps, activation: Activation): Promise<number> {
  const { tool, text: source, format, checked, active, actor, at } = activation;
  const { definition, digest, warnings } = checked;
  const version = ((await findNewestVersion(tx, tool))?.version ?? 0) + 1;
  const publishedBy = activation.publishedBy ?? actor.id;
  await insertContractVersion(tx, { tool, version, definition, source, format, digest, warnings, publishedBy });
  // What was submitted under the version before keeps its key: intake goes on reading that way as well.
  const engines =
    active === null
      ? enginesOf(definition.fields, deps.engines)
      : enginesAfter(definition.fields, await keepReading(tx, active), deps.engines);
  await openDerivation(tx, tool, { digest: derivationOf(definition, engines), version, engines });
  await requireLockRoom(tx, tool, definition.limits?.length ?? 0);
  const data = { version, digest, previous: active?.version ?? null, ...activation.more };
  const event = { type: "contract.published", actor, namespace: null, intentId: null, subject: tool, data };
  await recordEvents(tx, deps.newId, at, [event]);
  return version;
}

/** One submission reads, and locks, under every open derivation: that must fit into the server's lock table. */
export async function requireLockRoom(tx: Tx, tool: string, limitCount: number): Promise<void> {
  const count = await countOpenDerivations(tx, tool);
  const [needed, room] = [locksPerSubmission(count, limitCount), lockRoomOf(await readLockSlots(tx)).flush];
  if (needed <= room) return;
  const message = `${tool} has intents under ${count} ways of reading keys; one submission would need ${needed} locks, and the database has room for ${room}. Wait until earlier windows are over, or raise max_locks_per_transaction of PostgreSQL.`;
  throw new ConflictError("too_many_derivations", message);
}

/** Its derivation is on record, unless it was stored before derivations were: then it is the first edition's. */
async function keepReading(tx: Tx, { tool, version, ...active }: StoredContract) {
  const definition = active.definition as ContractDefinition;
  const recording = recordingOf(await listOpenDerivations(tx, tool), version);
  if (recording !== undefined) return { fields: definition.fields, engines: recording.engines };
  const digest = derivationOf(definition, FIRST_ENGINES);
  await openDerivation(tx, tool, { digest, version, engines: FIRST_ENGINES });
  return { fields: definition.fields, engines: FIRST_ENGINES };
}
