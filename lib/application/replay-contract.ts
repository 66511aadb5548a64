/**
 * The Key Lab: what a changed contract would have made of the submissions on record, before anybody publishes it.
 *
 * R1  Only reads, and only in slices: whoever else the process serves is never kept waiting for longer than one.
 * R2  Bounded: so many submissions a replay, so many replays at once.
 * R3  Both sides are replays by the product's own gate (`domain/replay`); replaying the active contract changes nothing.
 */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import { compileContract } from "@/lib/domain/contract/compile-contract";
import type { Grant } from "@/lib/domain/grant/grant";
import { firstIdAt } from "@/lib/domain/id";
import { parseWindow } from "@/lib/domain/limits/window";
import type { Engines } from "@/lib/domain/normalise/engines";
import { Replay, type ReplayResult } from "@/lib/domain/replay/replay";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { loadPauses } from "@/lib/store/pauses";
import { countRecord, findEarlierId } from "@/lib/store/replay-read";
import { checkContractText } from "./check-contract-text";
import type { ContractCatalog } from "./contract-catalog";
import { InvalidError, TooManyError } from "./errors";
import { type ReplayBounds, replayBounds } from "./replay/bounds";
import { type ExplainedResult, explainExamples } from "./replay/explain-examples";
import { readRecord } from "./replay/read-record";

export type ReplayInput = {
  tool: string;
  text: string;
  format: "yaml" | "json";
  fromMs: number | null;
  toMs: number | null;
  namespace: string | null;
  /** Examples of each difference. */
  examplesMax: number;
};

export type ReplayProgress = (done: number, total: number) => void;
export type ReplayDeps = {
  db: Database;
  catalog: ContractCatalog;
  /** By default what the memory of this process allows. */
  bounds?: ReplayBounds;
};

export type Replayed = {
  tool: string;
  comparedWith: { version: number; derivation: string };
  derivation: string;
  /** Of the changed contract, as it would be published now. */
  engines: Engines;
  keysChange: boolean;
  warnings: string[];
  fromMs: number;
  toMs: number;
  /** It stopped here: there was more than one replay takes. */
  cutAtMs: number | null;
  readCount: number;
  erasedCount: number;
  /** Read before the range, so that windows which reach into it are known. */
  beforeCount: number;
  isBeforeCut: boolean;
  result: ReplayResult & ExplainedResult;
  tookMs: number;
};

const DEFAULT_RANGE_MS = 7 * 86_400_000;
/** Nothing is older, and what is written of earlier years not every reader understands. */
const EPOCH_MS = 0;
const CALENDAR_MS = 31 * 86_400_000;
/** Holds last so long, and an action's window begins when it ends. */
const HELD_MS = 7 * 86_400_000;
const REPLAYS_MAX = 2;
const RETRY_AFTER_SECONDS = 5;
/** How long others wait for us at most, apart from one submission. */
const SLICE_MS = 8;
/** An id's clock is the web process's, the instant is the database's. */
const CLOCK_MARGIN_MS = 60_000;

export type ReplayContract = (input: ReplayInput, onProgress: ReplayProgress, signal: AbortSignal) => Promise<Replayed>;

export function makeReplayContract(deps: ReplayDeps): ReplayContract {
  const bounds = deps.bounds ?? replayBounds(getHeapStatistics().heap_size_limit);
  let running = 0;
  return async function replayContract(input, onProgress, signal) {
    const prepared = await prepare(deps, input);
    if (running >= REPLAYS_MAX) {
      throw new TooManyError("As many replays as may run at once are running.", RETRY_AFTER_SECONDS);
    }
    running += 1;
    try {
      return await run({ ...deps, bounds }, input, prepared, onProgress, signal);
    } finally {
      running -= 1;
    }
  };
}

type PreparedReplay = { active: CompiledContract; changed: CompiledContract; warnings: string[] };

async function prepare({ catalog }: ReplayDeps, { tool, text, format }: ReplayInput): Promise<PreparedReplay> {
  // Both under the engines of now: an upgrade that is under way is no change of the contract.
  const active = await catalog.version(tool, (await catalog.active(tool)).contract.version);
  const { definition, warnings } = checkContractText({ tool, text, format });
  return { active, changed: compileContract(definition, active.version + 1), warnings };
}

async function run(
  deps: Required<ReplayDeps>,
  input: ReplayInput,
  { active, changed, warnings }: PreparedReplay,
  onProgress: ReplayProgress,
  signal: AbortSignal,
): Promise<Replayed> {
  const { db, bounds } = deps;
  const startedMs = performance.now();
  const range = await findRange(deps, input, [active, changed]);
  const pauses = await loadPauses(db.client, range.readFromMs);
  const replay = new Replay({ active, changed, pauses, examplesMax: input.examplesMax });
  const counts = { read: 0, before: 0, erased: 0, done: 0 };
  let cutAtMs: number | null = null;
  const slice = makeSlices(signal);
  onProgress(0, range.total);
  for await (const page of readRecord(deps, range.wanted, active, readGrant)) {
    for (const { recorded, isErased, receivedAt } of page) {
      counts.done += 1;
      if (receivedAt >= range.toMs) continue;
      const isCounted = receivedAt >= range.fromMs;
      if (isCounted && counts.read >= bounds.submissionsMax) {
        cutAtMs ??= receivedAt;
        continue;
      }
      if (isCounted) counts.read += 1;
      else counts.before += 1;
      if (isErased && isCounted) counts.erased += 1;
      if (recorded !== null) replay.take(recorded, isCounted);
      const turn = slice(() => onProgress(counts.done, range.total));
      if (turn !== undefined) await turn;
    }
    onProgress(counts.done, range.total);
    if (cutAtMs !== null) break;
  }
  const result = { ...replay.result, ...(await explainExamples(db, changed, replay.result)) };
  return {
    tool: input.tool,
    comparedWith: { version: active.version, derivation: active.derivation },
    derivation: changed.derivation,
    engines: changed.engines,
    keysChange: active.derivation !== changed.derivation,
    warnings,
    fromMs: range.fromMs,
    toMs: range.toMs,
    cutAtMs,
    readCount: counts.read,
    erasedCount: counts.erased,
    beforeCount: counts.before,
    isBeforeCut: range.isBeforeCut,
    result,
    tookMs: Math.round(performance.now() - startedMs),
  };
}

/** A grant speaks again for the submission that it spoke for, whatever is left of it now. */
function readGrant(grant: Grant): Grant {
  return {
    ...grant,
    expiresAt: Number.POSITIVE_INFINITY,
    usesMax: null,
    usesCount: 0,
    sumMax: null,
    sums: {},
  };
}

async function findRange({ db, bounds }: Required<ReplayDeps>, input: ReplayInput, contracts: CompiledContract[]) {
  const nowMs = await databaseNow(db.client);
  const toMs = Math.min(input.toMs ?? nowMs, nowMs);
  const fromMs = Math.max(EPOCH_MS, input.fromMs ?? toMs - DEFAULT_RANGE_MS);
  if (fromMs >= toMs) {
    const message = "Expected an instant before `to`, and before now.";
    throw new InvalidError("invalid_request", "The range is empty.", [{ pointer: "/from", message }]);
  }
  const readFromMs = Math.max(EPOCH_MS, fromMs - Math.max(...contracts.map(reachMs)) - HELD_MS);
  const { tool, namespace } = input;
  const id = (ms: number) => firstIdAt("sub", ms);
  const wanted = { tool, namespace, after: id(readFromMs), before: id(toMs + CLOCK_MARGIN_MS) };
  const before = { ...wanted, before: id(fromMs - CLOCK_MARGIN_MS) };
  const cut = await findEarlierId(db, before, bounds.beforeMax);
  const read = { ...wanted, after: cut ?? wanted.after };
  const total = await countRecord(db, read, bounds.submissionsMax + bounds.beforeMax);
  return { fromMs, toMs, readFromMs, wanted: read, isBeforeCut: cut !== null, total };
}

/** How far back something can lie that decides about a submission. */
function reachMs({ terms, definition }: CompiledContract): number {
  const windows = definition.limits.map(({ window }) => {
    const parsed = parseWindow(window);
    return parsed?.kind === "sliding" ? parsed.ms : CALENDAR_MS;
  });
  return Math.max(terms.windowMs, ...windows);
}

/** Gives way to others when a slice is over, and stops when nobody waits for the answer any more. */
function makeSlices(signal: AbortSignal): (onSlice: () => void) => Promise<void> | undefined {
  let sliceEndsMs = performance.now() + SLICE_MS;
  return (onSlice) => {
    if (performance.now() < sliceEndsMs) return undefined;
    onSlice();
    return yieldToOthers().then(() => {
      signal.throwIfAborted();
      sliceEndsMs = performance.now() + SLICE_MS;
    });
  };
}
