import { expect, test } from "vitest";
import type { Intent, State } from "@/lib/domain/intent";
import type { StoredIntent } from "@/lib/store/intents";
import { eventOf } from "./intent-audit";

const ACTOR = { kind: "worker", id: "w" } as const;
const EXECUTING = { kind: "executing", attemptId: "att_1" } as State;
const storedAs = (state: State) =>
  ({ row: { id: "int_1", namespace: "n", tool: "t", state: state.kind }, intent: { state } }) as StoredIntent;
const becoming = (state: State) => ({ argsDigest: "d", state }) as Intent;

test.each(["succeeded", "partial"] as const)("an outcome that %s names its attempt and its effect", (kind) => {
  const to = becoming({ kind, effectId: "fx_1", result: { secret: 1 }, endedAt: 0 } as State);
  expect(eventOf("settle", ACTOR, storedAs(EXECUTING), to, { outcome: "success" }).data).toEqual({
    from: "executing",
    to: kind,
    argsDigest: "d",
    attemptId: "att_1",
    effectId: "fx_1",
    outcome: "success",
  });
});

test("a lease that runs out names the attempt that had it", () => {
  const to = becoming({ kind: "in_doubt" } as State);
  expect(eventOf("lose_lease", ACTOR, storedAs(EXECUTING), to).data).toMatchObject({ attemptId: "att_1" });
});

test("what had no effect names none", () => {
  const read = becoming({ kind: "succeeded", effectId: null, result: null, endedAt: 0 });
  expect(eventOf("settle", ACTOR, storedAs(EXECUTING), read).data).not.toHaveProperty("effectId");
  const denied = becoming({ kind: "denied", operatorId: "o", reason: "no", endedAt: 0 });
  expect(eventOf("deny", ACTOR, storedAs({ kind: "held" } as State), denied).data).toEqual({
    from: "held",
    to: "denied",
    argsDigest: "d",
  });
});
