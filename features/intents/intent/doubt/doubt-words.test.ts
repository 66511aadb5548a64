import { expect, test } from "vitest";
import type { DoubtDto } from "@/lib/wire/doubt";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { IntentDto } from "@/lib/wire/intent";
import {
  answerWords,
  askedWords,
  honouredUntil,
  missingWords,
  probeWords,
  resolvedWords,
  statementWords,
  unresolvedWords,
} from "./doubt-words";

const AT = "2026-01-01T00:00:00.000Z";
const said = { operator: { id: "opr_1", name: "Ann" }, evidence: "seen", at: AT, insisted: false, voided: false };
const executed = { ...said, outcome: "executed", effectId: "re_1", then: null } as const;
const DOUBT: DoubtDto = {
  since: AT,
  notBefore: AT,
  why: "",
  probe: null,
  role: "approver",
  approvalsNeeded: 2,
  statements: [executed],
};
const problem = (code: string, detail: string) =>
  new ProblemError({ type: "", title: "", status: 409, code, detail, retriable: false, correctiveAction: "Look." });

test("a contradicted statement does not count towards the people who must say the same", () => {
  expect(missingWords(DOUBT)).toBe("one more person says the same");
  expect(missingWords({ ...DOUBT, statements: [{ ...executed, voided: true }] })).toBe("2 more people say the same");
});

test("an absence that proves nothing is never told as absence", () => {
  const probe = { askedCount: 1, said: "absent", why: null, lastAt: AT, asking: false, nextAt: AT } as const;
  expect(probeWords(probe)).toContain("proves nothing");
  expect(probeWords({ ...probe, said: "unknown", why: "downstream_502" })).toContain("(downstream_502)");
  const shared = probeWords({ ...probe, said: "unknown", why: "shared_effect" });
  expect(shared).toMatch(/proves nothing\. It named an effect of another intent\.$/);
});

test("a question that is out is told as such, from the first one on", () => {
  const first = { askedCount: 0, said: null, why: null, lastAt: null, asking: true, nextAt: null };
  expect([probeWords(first), askedWords(first)]).toEqual([
    "The downstream is being asked now.",
    "0×, and being asked now",
  ]);
  const due = { ...first, asking: false, nextAt: AT };
  expect([probeWords(due), askedWords(due)]).toEqual(["The downstream has not answered yet.", "0×"]);
});

test("statements say what would follow from them", () => {
  expect(statementWords(executed)).toBe("It happened, with the effect id re_1");
  const not = { ...said, outcome: "not_executed", effectId: null } as const;
  expect(statementWords({ ...not, then: "retry" })).toBe("It did not happen: send again");
  expect(statementWords({ ...not, then: "retry", insisted: true })).toContain("could still land");
  expect(statementWords({ ...not, then: "fail" })).toBe("It did not happen: end as failed");
});

test("what is still in doubt is never told as resolved", () => {
  const intent = { state: "in_doubt", doubt: DOUBT } as IntentDto;
  expect(resolvedWords(intent)).toMatchObject({ title: "What you said is recorded" });
});

test("whoever came second reads who was first; no answer is told as not known", () => {
  const first = "Ann resolved the doubt.";
  expect(unresolvedWords(problem("already_resolved", first))).toMatchObject({ tone: "warn", body: first });
  expect(unresolvedWords(problem("unreachable", "")).title).toContain("not known");
});

test("to send the same key again is told as dangerous unless the downstream honours it, and its window is open", () => {
  expect(answerWords(null).retry.consequence).toMatch(/may then happen twice/);
  expect(answerWords(AT).retry.consequence).not.toMatch(/twice/);
  expect(Object.values(answerWords(AT)).map(({ label }) => label)).toEqual([
    "It happened",
    "It did not happen. Send again",
    "It did not happen. End as failed",
  ]);
  expect(answerWords(AT).fail.consequence).toContain("only a reconciliation would reveal it");
  const sentMs = Date.parse(AT);
  expect(honouredUntil(60_000, AT, sentMs + 59_999)).toBe("2026-01-01T00:01:00.000Z");
  expect(honouredUntil(60_000, AT, sentMs + 60_000)).toBeNull();
  expect(honouredUntil(null, AT, sentMs)).toBeNull();
});
