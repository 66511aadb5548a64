/** What the gate knows when a submission meets it. Whoever builds it holds the locks; the gate only reads. */
import type { Grant } from "../grant/grant";
import type { Intent } from "../intent";
import type { JsonObject } from "../json";
import type { Prepared } from "./prepare";
import type { Reading } from "./reading";

/** An intent that exists, with what its row says beyond the state machine. */
export type Known = {
  intent: Intent;
  row: { stem: string; identityDigest: string; context: JsonObject; submissionCount: number };
  /** The derivations that its fingerprint may have been made under: its contract version's, under each engine it met. */
  readAs: readonly string[];
  /** Every fingerprint it ever took in; what a rule refused is not among them. */
  fingerprints: ReadonlySet<string>;
};

export type World<K extends Known = Known> = {
  at: number;
  /** The newest generation of each action. */
  byStem: ReadonlyMap<string, K>;
  /** What was asked about the same thing and whose window is open, in any context; all that people denied among it. */
  byIdentity: ReadonlyMap<string, readonly K[]>;
  /** Who used a caller's key: intents whose window is open. */
  callerKeys: ReadonlyMap<string, readonly { intentId: string; identityDigest: string }[]>;
  /** The highest occurrence taken in each family. */
  occurrences: ReadonlyMap<string, number>;
  /** What is used up of each limit, as an exact decimal. */
  used: ReadonlyMap<string, string>;
  grants: readonly Grant[];
};

export type Ids = { intentId: string; submissionId: string; decisionId: string };

export function readingsOf(prepared: Prepared): Reading[] {
  return [prepared, ...prepared.earlier];
}

/**
 * The submission as the known intent's own version reads it; null: that version cannot read it. Engines differ in how
 * they spell one value, never in whether two are one: the reading that agrees is the right one.
 */
export function readingFor(known: Known, prepared: Prepared): Reading | null {
  const own = readingsOf(prepared).filter(({ derivation }) => known.readAs.includes(derivation));
  return own.find(({ fingerprint }) => fingerprint === known.intent.fingerprint) ?? own[0] ?? null;
}
