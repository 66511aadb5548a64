import type { StateKind } from "../intent";

const COUNTS: Record<StateKind, boolean> = {
  cleared: true,
  executing: true,
  succeeded: true,
  partial: true,
  in_doubt: true,
  held: false,
  refused: false,
  failed: false,
  denied: false,
  expired: false,
  withdrawn: false,
};

/** It may have an effect, or has had one: what it reserved stays reserved (DESIGN 11). */
export function countsTowardLimits(kind: StateKind): boolean {
  return COUNTS[kind];
}
