/** Builds what the gate knows for one flush (`gate/world`), from as few statements as the batch allows. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { type Reading, readEarlier } from "@/lib/domain/gate/reading";
import { readingsOf, type World } from "@/lib/domain/gate/world";
import type { Grant } from "@/lib/domain/grant/grant";
import { canonicalJson } from "@/lib/domain/json";
import { withoutOccurrence } from "@/lib/domain/key";
import { windowStart } from "@/lib/domain/limits/window";
import { enginesThen, FIRST_ENGINES } from "@/lib/domain/normalise/engines";
import type { Pause } from "@/lib/domain/pause/pause";
import type { NamedDerivation } from "@/lib/store/contracts";
import { type FreeGrants, findUsableGrants, lockFreeGrants, lockUsableGrants } from "@/lib/store/grants";
import { type IntakeFacts, type IntakeLock, type IntakeWanted, readIntake } from "@/lib/store/intake-read";
import type { IntentRow } from "@/lib/store/intent-row";
import type { RawTx } from "@/lib/store/raw-transaction";
import { loadUsage } from "@/lib/store/reservations";
import { fingerprintsOf } from "@/lib/store/submissions";
import { EngineNotCarriedError, UnreadableContractError } from "../errors";
import type { PendingSubmission, RecordDeps } from "./pending";
import { toWorking, type Working } from "./working";

/** The world of one flush; it changes as submissions are folded, so that each sees the one before. */
export type Turn = World<Working> & {
  facts: IntakeFacts;
  pauses: Pause[];
  byStem: Map<string, Working>;
  byIdentity: Map<string, Working[]>;
  callerKeys: Map<string, { intentId: string; identityDigest: string }[]>;
  occurrences: Map<string, number>;
  used: Map<string, string>;
  grants: Grant[];
  /** Everything that was stored before, each once. */
  stored: Working[];
  /** Tools of which another transaction holds a grant, and which. */
  lockedGrants: Map<string, string>;
  /** By stem and by identity: intents whose contract version cannot be read, so that nothing can be judged by them. */
  unreadable: Map<string, UnreadableContractError>;
};

export type LoadOptions = {
  /** Explain only looks. */
  lock: IntakeLock;
};

export async function loadTurn(
  tx: RawTx,
  deps: Pick<RecordDeps, "versionOf" | "jumpsAt">,
  batch: PendingSubmission[],
  { lock }: LoadOptions,
): Promise<Turn> {
  const facts = await readIntake(tx, wantedBy(batch), lock);
  const at = facts.nowMs;
  const jumps = (await deps.jumpsAt?.(tx, at)) ?? [];
  const byId = new Map<string, Working>();
  const unreadable: Turn["unreadable"] = new Map();
  for (const row of [...facts.live, ...facts.alike]) {
    if (byId.has(row.id)) continue;
    try {
      const derivations = facts.contracts.get(row.tool)?.derivations ?? [];
      byId.set(
        row.id,
        toWorking(row, await readersOf(tx, deps, row, derivations), { pauses: facts.pauses, jumps, at }),
      );
    } catch (error) {
      if (!(error instanceof UnreadableContractError)) throw error;
      for (const met of [row.stem, row.identityDigest]) unreadable.set(met, error);
    }
  }
  const byStem = new Map(
    facts.live.flatMap(({ id, stem }): [string, Working][] => {
      const working = byId.get(id);
      return working === undefined ? [] : [[stem, working]];
    }),
  );
  const stored = [...byId.values()];
  const byIdentity = groupByIdentity(stored);
  readUnderTheirVersions(batch, byStem, byIdentity);
  await loadFingerprints(tx, batch, byStem);
  const tools = [...new Set(batch.map(({ prepared }) => prepared.contract.tool))];
  const { grants, lockedByTool } = facts.hasGrants ? await loadGrants(tx, tools, at, lock) : NO_GRANTS;
  return {
    at,
    facts,
    pauses: facts.pauses,
    byStem,
    byIdentity,
    callerKeys: new Map(facts.callerKeys),
    occurrences: new Map(facts.occurrences),
    used: await loadUsage(tx, usageWanted(batch, at)),
    grants,
    stored,
    lockedGrants: lockedByTool,
    unreadable,
  };
}

const NO_GRANTS: FreeGrants = { grants: [], lockedByTool: new Map() };

async function loadGrants(tx: RawTx, tools: string[], at: number, lock: IntakeLock): Promise<FreeGrants> {
  if (lock === "free") return lockFreeGrants(tx, tools, at);
  const load = lock === "all" ? lockUsableGrants : findUsableGrants;
  return { ...NO_GRANTS, grants: await load(tx, tools, at) };
}

/**
 * An intent's version under each engine that its values may have been read by, the one of its key first. Nearly always
 * that is the one of now; another only while a tool goes over to newer engines.
 */
async function readersOf(
  tx: RawTx,
  { versionOf }: Pick<RecordDeps, "versionOf">,
  { tool, contractVersion, derivation }: IntentRow,
  open: readonly NamedDerivation[],
): Promise<[CompiledContract, ...CompiledContract[]]> {
  const current = await versionOf(tx, tool, contractVersion);
  if (current.derivation === derivation) return [current];
  const { fields } = current.definition;
  const sets = [...open.map(({ engines }) => enginesThen(fields, engines)), FIRST_ENGINES];
  const read = await Promise.all(
    sets.map((engines) => versionOf(tx, tool, contractVersion, engines).catch(nullIfNotCarried)),
  );
  const readers = read.filter((one) => one !== null);
  const others = readers.filter(
    (one, index) =>
      one.derivation !== current.derivation && readers.findIndex((it) => it.derivation === one.derivation) === index,
  );
  const own = others.findIndex((one) => one.derivation === derivation);
  const [maker] = own === -1 ? [] : others.splice(own, 1);
  return maker === undefined ? [current, ...others] : [maker, current, ...others];
}

/** Whether the tool itself can be read was asked before; an engine that only its past had need not be. */
function nullIfNotCarried(error: unknown): null {
  if (error instanceof EngineNotCarriedError) return null;
  throw error;
}

function wantedBy(batch: PendingSubmission[]): IntakeWanted {
  const readings = batch.flatMap(({ prepared }) => readingsOf(prepared));
  const writes = batch.filter(({ prepared }) => prepared.contract.definition.effect !== "read");
  return {
    tools: unique(batch.map(({ prepared }) => prepared.contract.tool)),
    keyHashes: unique(batch.flatMap(({ keyHash }) => keyHash ?? [])),
    stems: unique(readings.flatMap(({ stem }) => stem ?? [])),
    alike: writes.flatMap(({ prepared }) => readingsOf(prepared).flatMap(alikeTo(readingsOf(prepared)))),
    callerKeys: unique(batch.flatMap(({ prepared }) => prepared.callerKey ?? [])),
    families: unique(batch.flatMap(({ prepared }) => prepared.family ?? [])),
  };
}

/** No stored context is a string. */
const NO_SITUATION = '"none"';

/** An intent that took a later version's args has its identity of one reading and its fingerprint of another. */
function alikeTo(readings: Reading[]) {
  const fingerprints = unique(readings.map(({ fingerprint }) => fingerprint));
  return ({ identityDigest, identity, keyParts }: Reading) => {
    const situation = keyParts === null ? NO_SITUATION : canonicalJson(withoutOccurrence(keyParts.context));
    const hasIdentity = Object.keys(identity).length > 0;
    return fingerprints.map((fingerprint) => ({ identityDigest, fingerprint, situation, hasIdentity }));
  };
}

function usageWanted(batch: PendingSubmission[], at: number) {
  return batch.flatMap(({ prepared }) =>
    prepared.charges.map(({ bucket, window }) => ({ bucket, sinceMs: windowStart(window, at) })),
  );
}

function groupByIdentity(workings: Working[]): Map<string, Working[]> {
  const groups = new Map<string, Working[]>();
  for (const working of workings) {
    const { identityDigest } = working.row;
    const group = groups.get(identityDigest);
    if (group === undefined) groups.set(identityDigest, [working]);
    else group.push(working);
  }
  return groups;
}

/** An intent may have taken the args of a version whose derivation is otherwise over: compare under that one too. */
export function readUnderTheirVersions(
  batch: PendingSubmission[],
  byStem: Map<string, Working>,
  byIdentity: Map<string, Working[]>,
): void {
  for (const { prepared, rawArgs, agent } of batch) {
    const met = readingsOf(prepared).flatMap(({ stem, identityDigest }) => [
      ...(byStem.get(stem ?? "") === undefined ? [] : [byStem.get(stem ?? "") as Working]),
      ...(byIdentity.get(identityDigest) ?? []),
    ]);
    for (const reader of met.flatMap(({ readers }) => readers)) {
      if (readingsOf(prepared).some(({ derivation }) => derivation === reader.derivation)) continue;
      const reading = readEarlier(reader, agent.namespace, prepared.context, rawArgs);
      if (reading !== null) prepared.earlier.push(reading);
    }
  }
}

/** Only a drift asks which fingerprints are known; a plain repeat costs no look at the cluster. */
async function loadFingerprints(tx: RawTx, batch: PendingSubmission[], byStem: Map<string, Working>): Promise<void> {
  const drifting = new Map<string, Working>();
  for (const { prepared } of batch) {
    for (const { stem, fingerprint } of readingsOf(prepared)) {
      const working = stem === null ? undefined : byStem.get(stem);
      if (working !== undefined && working.row.fingerprint !== fingerprint) drifting.set(working.row.id, working);
    }
  }
  const known = await fingerprintsOf(tx, [...drifting.keys()]);
  for (const [id, working] of drifting)
    for (const fingerprint of known.get(id) ?? []) working.fingerprints.add(fingerprint);
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
