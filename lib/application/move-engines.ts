/**
 * A tool goes over to the engines of a newer release as it goes over to a newer contract: under its lock the derivation
 * of the same version under the new engines is opened, and the one before is read until its last window is over.
 *
 * M1  Not at once: releases run side by side while an upgrade rolls out, and the older cannot make the new keys. Until
 *     the overlap is over every process, old and new, makes and looks for the old ones.
 * M2  From then on an older release takes no submissions of that tool: it meets an open derivation that it cannot read.
 * M3  Only forward: what names a higher number than this release makes belongs to a newer one.
 */
import type { ContractDefinition } from "@/lib/domain/contract/definition";
import { ENGINES, type Engines, type EngineTable, notCarried } from "@/lib/domain/normalise/engines";
import type { NormaliserName } from "@/lib/domain/normalise/rule";
import {
  findActiveContract,
  listOpenDerivations,
  listRecordingDerivations,
  lockTool,
  openDerivation,
  planMove,
  type RecordingDerivation,
  recordingOf,
} from "@/lib/store/contracts";
import type { Database } from "@/lib/store/database";
import { databaseNow } from "@/lib/store/intents";
import { derivationFor } from "./publish/activate-version";

export type MoveDeps = {
  db: Database;
  /** How long releases may run side by side. */
  overlapMs: number;
  /** A tool whose keys this release cannot make: told once. */
  onNotCarried: (tool: string, missing: string[]) => void;
  engines?: EngineTable;
};

/** Returns one turn, which remembers what is settled: each version is looked at once. */
export function makeMoveEngines({ db, overlapMs, onNotCarried, engines: table = ENGINES }: MoveDeps) {
  const settled = new Set<string>();

  return async function moveEngines(): Promise<number> {
    let moved = 0;
    for (const one of await listRecordingDerivations(db.client)) {
      const id = `${one.tool} ${one.digest} ${one.version}`;
      if (settled.has(id)) continue;
      const { missing, isBehind } = await judge(one);
      if (missing.length > 0) onNotCarried(one.tool, missing);
      if (!isBehind) settled.add(id);
      else if (one.movesAt === null) {
        await planMove(db.client, one.tool, one.digest, new Date((await databaseNow(db.client)) + overlapMs));
      } else if (one.movesAt.getTime() <= (await databaseNow(db.client))) moved += await move(one.tool);
    }
    return moved;
  };

  async function judge({ tool, version, digest, engines }: RecordingDerivation) {
    const active = await findActiveContract(db.client, tool);
    // Published since: the next turn looks at what is active then.
    if (active?.version !== version) return { missing: [], isBehind: false };
    const definition = active.definition as ContractDefinition;
    const next = derivationFor(definition, version, table);
    const missing = notCarried(definition.fields, engines, table);
    return { missing, isBehind: missing.length === 0 && next.digest !== digest && isForward(engines, next.engines) };
  }

  async function move(tool: string): Promise<number> {
    return db.transaction(async (tx) => {
      await lockTool(tx, tool);
      const active = await findActiveContract(tx, tool);
      if (active === null) return 0;
      const recording = recordingOf(await listOpenDerivations(tx, tool), active.version);
      const next = derivationFor(active.definition as ContractDefinition, active.version, table);
      // Another worker may have been faster, or a publish.
      if (recording === undefined || recording.digest === next.digest || !isForward(recording.engines, next.engines))
        return 0;
      await openDerivation(tx, tool, next);
      return 1;
    });
  }
}

function isForward(from: Engines, to: Engines): boolean {
  const names = Object.keys({ ...from, ...to }) as NormaliserName[];
  return names.every((name) => (from[name] ?? 1) <= (to[name] ?? 1));
}
