/** Erasing in memory, as `store/erase-args` does it: values go, what names the action stays. */
import { createHash } from "node:crypto";
import { erasedEvent } from "@/lib/application/erased-event";
import type { Failure } from "@/lib/domain/intent";
import type { JsonObject } from "@/lib/domain/json";
import { ERASED_WORDS } from "@/lib/store/erase-args";
import type { MemoryStore } from "./memory-store";

const ACTOR = { kind: "system", id: "erasure" } as const;

/** False: it is not to be erased yet. */
export function eraseInMemory(store: MemoryStore, intentId: string): boolean {
  const row = store.rows.get(intentId);
  const isUnderWay = [...store.attempts.values()].some((one) => one.intentId === intentId && one.endedAt === null);
  if (row === undefined || row.endedAt === null || isUnderWay) return false;
  store.rows.set(intentId, {
    ...row,
    args: {},
    identity: {},
    context: erasedContext(row.context),
    callerKey: null,
    result: null,
    doubt: null,
    failure: row.failure === null ? null : erasedFailure(row.failure),
    endedReason: row.endedReason === null ? null : ERASED_WORDS,
    correctiveAction: row.correctiveAction === null ? null : ERASED_WORDS,
    version: row.version + 1,
    ...(store.deps.mutant === "erasure_loses_key" ? { stem: row.id, identityDigest: row.id } : {}),
  });
  for (const submission of store.submissions) {
    if (submission.intentId !== intentId) continue;
    submission.args = {};
    store.prepared.delete(submission.id);
  }
  store.record(erasedEvent(ACTOR, row, { why: "erasure", erasureId: "era_1" }));
  return true;
}

/** A digest still tells one caller's key from another. */
function erasedContext(context: JsonObject): JsonObject {
  const { caller } = context;
  if (typeof caller !== "string") return context;
  return { ...context, caller: createHash("sha256").update(caller).digest("hex") };
}

function erasedFailure({ code }: Failure): Failure {
  return { code, message: ERASED_WORDS };
}
