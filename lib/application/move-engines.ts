/**
 * A tool goes over to the engines of a newer release as it goes over to a newer contract: under its lock the derivation
 * of the same version under the new engines is opened, and the one before is read until its last window is over.
 *
 * M1  Not at once: releases run side by side while an upgrade rolls out, and the older cannot make the new keys. Until
 *     the overlap is over every process, old and new, makes and looks for the old ones.
 * M2  From then on an older release takes no submissions of that tool: it meets an open derivation that it cannot read.
 * M3  Only forward: what names a higher number than this release makes belongs to a newer one.
 * M4  The overlap is time in which the newer release was there and no older one was seen. Its workers ask for the move
 *     again and again; after a silence (a rollback) it begins anew. A process that would not take the tool there puts
 *     the move off, a worker at each turn and a web process whenever it serves the tool (`contract-catalog`).
 */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { derivationOf } from "@/lib/domain/contract/derivation";
import { ENGINES, type Engines, type EngineTable, enginesOf, notCarried } from "@/lib/domain/normalise/engines";
import type { NormaliserName } from "@/lib/domain/normalise/rule";
import {
  askMove,
  findActiveContract,
  listOpenDerivations,
  listRecordingDerivations,
  lockTool,
  type NamedDerivation,
  openDerivation,
  putOffMove,
  type RecordingDerivation,
  recordingOf,
} from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { requireLockRoom } from "./publish/activate-version";

export type MoveDeps = {
  db: Database;
  /** How long releases may run side by side. */
  overlapMs: number;
  /** A tool whose keys this release cannot make: told once. */
  onNotCarried: (tool: string, missing: string[]) => void;
  /** What concerns one tool: the others go on. */
  onError: (error: unknown) => void;
  engines?: EngineTable;
};

/** A worker that is well asks every 30 s. Of one that is not, the overlap only begins anew. */
const SILENCE_MAX_MS = 120_000;

/** Returns one turn, which remembers what is settled: each version is judged once. */
export function makeMoveEngines({ db, overlapMs, onNotCarried, onError, engines: table = ENGINES }: MoveDeps) {
  const settled = new Set<string>();

  return async function moveEngines(): Promise<number> {
    let moved = 0;
    for (const one of await listRecordingDerivations(db.client)) {
      try {
        moved += await lookAt(one);
      } catch (error) {
        onError(error);
      }
    }
    return moved;
  };

  async function lookAt(one: RecordingDerivation): Promise<number> {
    const { tool, digest, version, movesTo } = one;
    const id = `${tool} ${digest} ${version}`;
    const next = settled.has(id) ? null : await nextOf(one);
    if (next === null) {
      settled.add(id);
      if (movesTo !== null) await putOffMove(db.client, tool, digest, movesTo); // M4
      return 0;
    }
    const move = { tool, digest, to: next.digest, overlapMs, silenceMaxMs: SILENCE_MAX_MS };
    return (await askMove(db.client, move)) ? moveTool(tool) : 0;
  }

  /** Null: this release makes no other keys, or cannot go on from there. */
  async function nextOf({ tool, version, digest, engines }: RecordingDerivation): Promise<NamedDerivation | null> {
    const active = await findActiveContract(db.client, tool);
    // Published since: the next turn looks at what is active then.
    if (active?.version !== version) return null;
    const definition = active.definition as ContractDefinition;
    const missing = notCarried(definition.fields, engines, table);
    if (missing.length > 0) onNotCarried(tool, missing);
    const next = derivationFor(definition, version, table);
    return missing.length === 0 && next.digest !== digest && isForward(engines, next.engines) ? next : null;
  }

  async function moveTool(tool: string): Promise<number> {
    return db.transaction(async (tx) => {
      await lockTool(tx, tool);
      const active = await findActiveContract(tx, tool);
      if (active === null) return 0;
      const definition = active.definition as ContractDefinition;
      const recording = recordingOf(await listOpenDerivations(tx, tool), active.version);
      const next = derivationFor(definition, active.version, table);
      // Another worker may have been faster, or a publish, or an older release has put it off.
      if (recording?.movesTo !== next.digest) return 0;
      await openDerivation(tx, tool, next);
      await requireLockRoom(tx, tool, definition.limits?.length ?? 0);
      return 1;
    });
  }
}

function derivationFor(definition: ContractDefinition, version: number, table: EngineTable): NamedDerivation {
  const engines = enginesOf(definition.fields, table);
  return { digest: derivationOf(definition, engines), version, engines };
}

function isForward(from: Engines, to: Engines): boolean {
  const names = Object.keys({ ...from, ...to }) as NormaliserName[];
  return names.every((name) => (from[name] ?? 1) <= (to[name] ?? 1));
}
