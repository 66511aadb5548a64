/** What waits to be recorded, and what recording it came to. */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { Disposition } from "@/lib/domain/event";
import type { Observed } from "@/lib/domain/gate/admit";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { DuplicateRefusal } from "@/lib/domain/gate/fold";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { Resembled } from "@/lib/domain/gate/resemble";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonObject } from "@/lib/domain/json";
import type { Engines } from "@/lib/domain/normalise/engines";
import type { Pause } from "@/lib/domain/pause/pause";
import type { StoredAgent } from "@/lib/store/agents";
import type { Database } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import type { Contended, RawTx } from "@/lib/store/raw-transaction";
import type { JumpsAt } from "../clock-watch";
import type { UnreadableContractError } from "../errors";

export type PendingSubmission = {
  agent: StoredAgent;
  /** Hash of the key it presented: looked at again inside the transaction, so that a revocation works at once. */
  keyHash: string | null;
  prepared: Prepared;
  /** Derivations that it was read under, or that could not read it: those the transaction need not ask for again. */
  considered: ReadonlySet<string>;
  /** As sent, before defaults: kept for the record. */
  rawArgs: JsonObject;
  reason: string | null;
  metadata: JsonObject | null;
  callbackUrl: string | null;
  /** Of the body as it was sent: what a flush and the queue are bounded by. */
  bytes: number;
};

export type Recorded =
  | {
      kind: "recorded";
      row: IntentRow;
      submissionId: string;
      disposition: Disposition;
      /** It opened this intent, for the first time or again; else it joined it. */
      isNew: boolean;
      differences: FieldDifference[];
      resembles: Resembled[];
      observed: Observed | null;
      /** Those that cover the intent, past ones too. */
      pauses: Pause[];
    }
  | {
      kind: "refused";
      code: DuplicateRefusal | "idempotency_key_reused";
      intentId: string;
      differences: FieldDifference[];
    }
  /** An intent that decides about it is under a contract version that cannot be read (L8). */
  | { kind: "unreadable"; error: UnreadableContractError }
  /** A publish or a change of the agent came between preparing and recording: prepare again on what is true now. */
  | { kind: "stale" };

/** Another transaction holds something that decides about it: it waits for that by itself, and keeps nothing waiting. */
export type LockedOut = { kind: "locked"; by: Contended };

/** Contract versions, compiled under these engines or those of now; read through the caller's own connection. */
export type VersionOf = (tx: RawTx, tool: string, version: number, engines?: Engines) => Promise<CompiledContract>;

export type RecordDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  versionOf: VersionOf;
  /** How the store's clock jumped; absent: it never did. */
  jumpsAt?: JumpsAt;
};
