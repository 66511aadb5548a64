/**
 * Compiled contracts, once a version and engines. Versions are immutable, so a compiled one is never stale; which
 * version is active, and which earlier derivations still have intents, is remembered briefly and looked at again inside
 * the transaction that relies on it.
 *
 *  C1 A version that this release cannot compile is `UnreadableContractError`, told once (`onUnreadable`): its intents are
 *     set aside by the process that meets them, and nothing else stands still for it.
 *  C2 Its terms are read all the same, on the safe side: what is under way must come to an end.
 *  C3 The engines that make a tool's keys are on record with its derivation, not a matter of which release asks: a newer
 *     release goes on making keys as the one before did, until the tool is moved (`move-engines`). What this release does
 *     not carry it refuses, for that tool alone. A move that would leave this release behind is put off while it serves
 *     the tool.
 */
import {
  type CompiledContract,
  compileContract,
  compileKeyReader,
  type KeyReader,
} from "@/lib/domain/contract/compile-contract";
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { safeTermsOf } from "@/lib/domain/contract/terms";
import type { Terms } from "@/lib/domain/intent";
import { canonicalJson, type JsonObject } from "@/lib/domain/json";
import {
  ENGINES,
  type Engines,
  type EngineTable,
  enginesOf,
  FIRST_ENGINES,
  notCarried,
} from "@/lib/domain/normalise/engines";
import {
  findActiveContract,
  findContractVersion,
  listOpenDerivations,
  type OpenDerivation,
  putOffMove,
  recordingOf,
} from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import type { RawTx } from "@/lib/store/raw-transaction";
import { EngineNotCarriedError, NotFoundError, UnreadableContractError } from "./errors";

/** The active version, and one version for each earlier derivation that may still have intents. */
export type ActiveContract = { contract: CompiledContract; earlier: KeyReader[] };

export type ContractCatalog = {
  active(tool: string): Promise<ActiveContract>;
  /**
   * As it was known last, however long ago, and looked at anew meanwhile: for a caller that goes on to a transaction which
   * looks again, and that asks `active` before it says no.
   */
  known(tool: string): Promise<ActiveContract>;
  version(tool: string, version: number): Promise<CompiledContract>;
  /** Inside a transaction: both read through its own connection. */
  versionOf(tx: RawTx, tool: string, version: number, engines?: Engines): Promise<CompiledContract>;
  termsOf(tx: RawTx, tool: string, version: number): Promise<Terms>;
  /** After a publish, or when intake found what is remembered out of date. */
  forget(tool: string): void;
};

const COMPILED_MAX = 5_000;
/** How long another process's publish may go unnoticed by a submission that the old version refuses. */
const ACTIVE_TTL_MS = 1_000;

type Client = Database["client"] | RawTx;
type Remembered = { active: ActiveContract; readAtMs: number };

/** Another release may have mended it; and a caller that asks again and again does not compile it each time. */
const UNREADABLE_TTL_MS = 5_000;

export function makeContractCatalog(
  db: Database,
  now: () => number = performance.now.bind(performance),
  onUnreadable: (error: UnreadableContractError) => void = () => undefined,
  table: EngineTable = ENGINES,
): ContractCatalog {
  const compiled = new Map<string, CompiledContract>();
  const unreadable = new Map<string, { error: UnreadableContractError; untilMs: number }>();
  const terms = new Map<string, Terms>();
  const remembered = new Map<string, Remembered>();
  const reading = new Map<string, Promise<ActiveContract>>();

  function remember(tool: string, version: number, definition: ContractDefinition, asked?: Engines): CompiledContract {
    const id = idOf(tool, version, asked);
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const contract = compile(tool, version, definition, asked);
    const oldest = compiled.keys().next().value;
    if (compiled.size >= COMPILED_MAX && oldest !== undefined) compiled.delete(oldest);
    compiled.set(id, contract);
    return contract;
  }

  /** C1 */
  function compile(tool: string, version: number, definition: ContractDefinition, asked?: Engines): CompiledContract {
    const id = `${tool}@${version}`;
    const known = unreadable.get(id);
    if (known !== undefined && now() < known.untilMs) throw known.error;
    try {
      return compileContract(definition, version, carriedEngines(tool, definition, asked));
    } catch (cause) {
      if (cause instanceof EngineNotCarriedError) throw cause;
      const error = new UnreadableContractError(tool, version, cause);
      if (unreadable.size >= COMPILED_MAX) unreadable.clear();
      unreadable.set(id, { error, untilMs: now() + UNREADABLE_TTL_MS });
      onUnreadable(error);
      throw error;
    }
  }

  /** C3 */
  function carriedEngines(tool: string, { fields }: ContractDefinition, asked?: Engines): Engines {
    const engines = asked ?? enginesOf(fields, table);
    const missing = notCarried(fields, engines, table);
    if (missing.length > 0) throw new EngineNotCarriedError(tool, missing);
    return engines;
  }

  async function version(
    tool: string,
    number: number,
    client: Client = db.client,
    engines?: Engines,
  ): Promise<CompiledContract> {
    const known = compiled.get(idOf(tool, number, engines));
    if (known !== undefined) return known;
    return remember(tool, number, await definitionOf(tool, number, client), engines);
  }

  /** Without compiling it (C2). */
  async function termsOf(tx: RawTx, tool: string, number: number): Promise<Terms> {
    const id = `${tool}@${number}`;
    const known = compiled.get(id)?.terms ?? terms.get(id);
    if (known !== undefined) return known;
    const definition = await definitionOf(tool, number, tx);
    const found = safeTermsOf(definition, (cause) => onUnreadable(new UnreadableContractError(tool, number, cause)));
    if (terms.size >= COMPILED_MAX) terms.clear();
    terms.set(id, found);
    return found;
  }

  async function active(tool: string): Promise<ActiveContract> {
    const known = remembered.get(tool);
    if (known !== undefined && now() - known.readAtMs < ACTIVE_TTL_MS) return known.active;
    // Hundreds may find it out of date at once; one of them reads. That there is none, everybody sees for himself: it
    // may have been published since that one asked.
    const underWay = reading.get(tool);
    if (underWay !== undefined) return underWay.catch((error: unknown) => lookAgain(tool, error));
    const readAtMs = now();
    const read = readActive(tool);
    reading.set(tool, read);
    try {
      const found = await read;
      if (remembered.size >= COMPILED_MAX) remembered.clear();
      // Somebody may have asked to forget it meanwhile: what was read before that is not remembered.
      if (reading.get(tool) === read) remembered.set(tool, { active: found, readAtMs });
      return found;
    } finally {
      if (reading.get(tool) === read) reading.delete(tool);
    }
  }

  async function lastKnown(tool: string): Promise<ActiveContract> {
    const last = remembered.get(tool);
    if (last === undefined) return active(tool);
    // What is wrong is told to the next caller, whose own look meets it.
    if (now() - last.readAtMs >= ACTIVE_TTL_MS) active(tool).catch(() => forget(tool));
    return last.active;
  }

  function forget(tool: string): void {
    remembered.delete(tool);
    reading.delete(tool);
  }

  function lookAgain(tool: string, error: unknown): Promise<ActiveContract> {
    if (error instanceof NotFoundError) return readActive(tool);
    throw error;
  }

  async function readActive(tool: string): Promise<ActiveContract> {
    const stored = await findActiveContract(db.client, tool);
    if (stored === null) throw noContract(tool);
    const definition = stored.definition as ContractDefinition;
    const open = await listOpenDerivations(db.client, tool);
    const recording = recordingOf(open, stored.version);
    // Stored before derivations were: then it is the first edition's, as a publish takes it.
    const engines = open.length === 0 ? FIRST_ENGINES : recording?.engines;
    const contract = remember(tool, stored.version, definition, engines);
    if (recording !== undefined) await putOffStrange(tool, definition, recording);
    const others = open.filter(({ digest }) => digest !== contract.derivation);
    const earlier = await Promise.all(others.map((derivation) => ofDerivation(tool, derivation)));
    return { contract, earlier };
  }

  /** A release that asks for other engines than this one's: this one is still here, and could not find its keys (C3). */
  async function putOffStrange(tool: string, definition: ContractDefinition, { digest, movesTo }: OpenDerivation) {
    if (movesTo === null || movesTo === derivationOf(definition, enginesOf(definition.fields, table))) return;
    await putOffMove(db.client, tool, digest, movesTo);
  }

  /**
   * Only its keys are read, so no more of it need be readable. If not even those are, a retry would not find its intent:
   * then the tool is refused (L1, L8).
   */
  async function ofDerivation(tool: string, { version: number, engines }: OpenDerivation): Promise<KeyReader> {
    try {
      return await version(tool, number, db.client, engines);
    } catch (error) {
      if (!(error instanceof UnreadableContractError)) throw error;
      return readKeysOf(error, await definitionOf(tool, number, db.client), engines);
    }
  }

  return {
    active,
    known: lastKnown,
    version,
    versionOf: (tx, tool, number, engines) => version(tool, number, tx, engines),
    termsOf,
    forget,
  };
}

function readKeysOf(error: UnreadableContractError, definition: ContractDefinition, engines: Engines): KeyReader {
  try {
    return compileKeyReader(definition, error.version, engines);
  } catch {
    throw error;
  }
}

/** Null: its version cannot be read. For what goes on without it. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableContractError) return null;
    throw error;
  }
}

/** Without engines: under those of now. */
function idOf(tool: string, version: number, engines: Engines | undefined): string {
  return engines === undefined ? `${tool}@${version}` : `${tool}@${version} ${canonicalJson(engines as JsonObject)}`;
}

async function definitionOf(tool: string, number: number, client: Client): Promise<ContractDefinition> {
  const stored = await findContractVersion(client, tool, number);
  if (stored === null) throw new NotFoundError("unknown_tool", `There is no version ${number} of the tool ${tool}.`);
  return stored.definition as ContractDefinition;
}

function noContract(tool: string): NotFoundError {
  const name = JSON.stringify(tool.slice(0, 128));
  return new NotFoundError("unknown_tool", `No contract is published for the tool ${name}.`);
}
