import { expect, test } from "vitest";
import { type Intent, LEASE_MARGIN_MS } from "../intent";
import { FAILURE, SAMPLES, T, TERMS } from "./testing/samples";
import { transition } from "./transition";

const terms = { ...TERMS, harmless: true, honoursKeyMs: null, probe: null };
const read = (change: Partial<Intent> = {}): Intent => ({ ...(SAMPLES["executing"] as Intent), terms, ...change });
const unknown = {
  type: "settle",
  at: T + 1,
  attemptId: "att_1",
  fence: read().fence,
  outcome: { class: "unknown", failure: FAILURE },
  jitter: 0,
} as const;

test("a read that got no answer is asked again, and is never in doubt: it changes nothing", () => {
  expect(transition(read(), unknown)).toMatchObject({ ok: true, next: { state: { kind: "cleared" } } });
  const spent = read({ attempts: { ...read().attempts, countedCount: terms.retries.max } });
  expect(transition(spent, unknown)).toMatchObject({ ok: true, next: { state: { kind: "failed", transient: true } } });
});

test("a read whose worker is lost is asked again", () => {
  const at = T + terms.timeoutMs + LEASE_MARGIN_MS;
  expect(transition(read(), { type: "lose_lease", at, jitter: 0 })).toMatchObject({
    next: { state: { kind: "cleared" } },
  });
});
