/** What waits to be recorded, and what recording it came to. */
import type { Disposition } from "@/lib/domain/event";
import type { FieldDifference } from "@/lib/domain/gate/differences";
import type { Prepared } from "@/lib/domain/gate/prepare";
import type { IdPrefix } from "@/lib/domain/id";
import type { JsonObject, JsonValue } from "@/lib/domain/json";
import type { SubmissionContext } from "@/lib/domain/key";
import type { StoredAgent } from "@/lib/store/agents";
import type { Database, Tx } from "@/lib/store/database";
import type { IntentRow } from "@/lib/store/intent-row";
import type { TermsOf } from "@/lib/store/intents";

export type PendingSubmission = {
  agent: StoredAgent;
  prepared: Prepared;
  context: SubmissionContext;
  /** As sent, before defaults: kept for the record. */
  rawArgs: JsonObject;
  reason: string | null;
  metadata: JsonObject | null;
  callbackUrl: string | null;
  /** Of the body as it was sent: what a flush and the queue are bounded by. */
  bytes: number;
};

export type Recorded =
  | { kind: "recorded"; row: IntentRow; submissionId: string; disposition: Disposition; differences: FieldDifference[] }
  | {
      kind: "refused";
      code: "already_submitted" | "idempotency_conflict";
      intentId: string;
      differences: FieldDifference[];
    }
  /** A publish came between preparing and recording: prepare again under the version that is active now. */
  | { kind: "stale_contract" };

export type RecordDeps = {
  db: Database;
  newId: (prefix: IdPrefix) => string;
  termsOf: TermsOf;
  /** The normalised material of stored args, to tell drift field by field. */
  materialOf: (tx: Tx, tool: string, contractVersion: number, args: JsonObject) => Promise<Record<string, JsonValue>>;
};

export type Ids = { intentId: string; submissionId: string; decisionId: string };
