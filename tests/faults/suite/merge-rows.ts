import type { FaultRow } from "./fault";
import type { Verdict } from "./oracles";

/** Several runs under one fault, told as one. */
export function mergeRows(id: string, rows: readonly FaultRow[], remarks: string): FaultRow {
  const all = (pick: (verdict: Verdict) => string[]) => [...new Set(rows.flatMap(({ verdict }) => pick(verdict)))];
  return {
    id,
    actions: rows.reduce((sum, { actions }) => sum + actions, 0),
    kills: rows.reduce((sum, { kills }) => sum + kills, 0),
    verdict: {
      doubled: all(({ doubled }) => doubled),
      lost: all(({ lost }) => lost),
      stuck: all(({ stuck }) => stuck),
      breaches: all(({ breaches }) => breaches),
      inDoubtCount: Math.max(0, ...rows.map(({ verdict }) => verdict.inDoubtCount)),
    },
    missed: rows.flatMap(({ missed = [] }) => missed),
    remarks,
  };
}
