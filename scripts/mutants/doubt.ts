/** Mistakes in how a doubt is resolved. */
import type { Mutant } from "./mutant";

const file = "transition/doubt.ts";

export const DOUBT_MUTANTS: Mutant[] = [
  {
    file,
    law: "L1, L5",
    mistake: "absence is believed while the request may still land",
    from: 'event.result.kind === "unknown" || event.at < provenAfter',
    to: 'event.result.kind === "unknown"',
  },
  {
    file,
    law: "L1, L5",
    mistake: "a probe without an answer counts as absence",
    from: 'event.result.kind === "unknown" || event.at < provenAfter',
    to: "event.at < provenAfter",
  },
  {
    file,
    law: "L5",
    mistake: "absence is counted from when the doubt arose",
    from: "(attempts.lastEndedAt ?? state.since)",
    to: "state.since",
  },
  {
    file,
    law: "L5",
    mistake: "absence one millisecond early",
    from: "event.at < provenAfter",
    to: "event.at + 1 < provenAfter",
  },
  {
    file,
    law: "frozen",
    mistake: "an intent stays frozen after its absence was proved",
    from: "attempts: { ...attempts, mayHaveActed: false } };",
    to: "attempts };",
  },
  {
    file,
    law: "L6",
    mistake: "a probe gives retries beyond the budget",
    from: "if (attempts.countedCount <= terms.retries.max)",
    to: "if (true)",
  },
  {
    file,
    law: "L6",
    mistake: "proven absence with no retries left is a definitive failure",
    from: 'kind: "failed", transient: true, failure: state.failure',
    to: 'kind: "failed", transient: false, failure: state.failure',
  },
  {
    file,
    law: "role",
    mistake: "a viewer resolves a doubt",
    from: 'if (!roleSuffices(event.role, "approver"))',
    to: "if (false)",
  },
  {
    file,
    law: "L1",
    mistake: "a person says it was executed, and it is failed",
    from: 'if (event.outcome === "executed")',
    to: 'if (event.outcome === "executed" && event.at < 0)',
  },
  {
    file,
    law: "L5",
    mistake: "fail and retry are swapped",
    from: 'event.then === "fail"',
    to: 'event.then === "retry"',
  },
  {
    file,
    law: "L6",
    mistake: "a person's retry gets no fresh budget",
    from: "mayHaveActed: false, countedCount: 0 }",
    to: "mayHaveActed: false }",
  },
  {
    file,
    law: "L5",
    mistake: "presence is not believed before absence would be",
    from: 'if (event.result.kind === "present")',
    to: 'if (event.result.kind === "present" && event.at >= (attempts.lastEndedAt ?? state.since) + terms.probe.absentAfterMs)',
  },
  {
    file,
    law: "L5",
    mistake: "an operator ends it as failed, and it still may have acted",
    from: "const vouched = { ...attempts, mayHaveActed: false };",
    to: "const vouched = attempts;",
  },
];
