import { describe, expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { ContractCheckDto, ProposalDto } from "@/lib/wire/proposal";
import { mayWithdraw, publishersWords, whyNotConfirm } from "../people-words";
import type { Check } from "../use-check";
import {
  diffWords,
  notPublishedWords,
  publishedWords,
  replayWords,
  type Standing,
  whyNotPublish,
} from "./publish-words";

const FOUND: ContractCheckDto = {
  tool: "refund_payment",
  activeVersion: 3,
  digest: "d",
  isChange: true,
  keysChange: false,
  warnings: [],
  peopleNeeded: 2,
  role: "admin",
};
const valid = (more: Partial<ContractCheckDto> = {}): Check => ({ kind: "valid", found: { ...FOUND, ...more } });

const PROPOSAL: ProposalDto = {
  id: "prp_1",
  tool: "refund_payment",
  state: "open",
  baseVersion: 3,
  digest: "d",
  format: "yaml",
  warnings: [],
  people: [{ id: "opr_ann", name: "Ann", at: "2026-11-17T00:00:00Z" }],
  peopleNeeded: 2,
  role: "admin",
  createdAt: "2026-11-17T00:00:00Z",
  expiresAt: "2026-11-24T00:00:00Z",
  endedAt: null,
  endedBy: null,
  version: null,
};

const STANDING: Standing = {
  activeVersion: 3,
  baseVersion: 3,
  isOwn: true,
  check: valid(),
  proposal: null,
  operatorId: "opr_ben",
};

describe("publishing", () => {
  test.each<[string, Partial<Standing>, string | null]>([
    ["what is valid and new", {}, null],
    ["the active text itself", { isOwn: false }, "This is the text of version 3"],
    ["over a version that is active no more", { baseVersion: 2 }, "Version 3 was published meanwhile"],
    ["what is being checked", { check: { kind: "checking" } }, "Checking…"],
    ["what has mistakes", { check: { kind: "mistaken", error: null } }, "Correct the mistakes first."],
    ["what could not be checked", { check: { kind: "failed", error: null, retry: () => null } }, "Nobody knows"],
    ["new comments", { check: valid({ isChange: false }) }, "Only comments or layout differ"],
    ["over somebody else's proposal", { proposal: PROPOSAL }, "A proposal of Ann waits."],
    ["over one's own proposal", { proposal: PROPOSAL, operatorId: "opr_ann" }, null],
  ])("%s", (_name, more, start) => {
    const why = whyNotPublish({ ...STANDING, ...more });
    if (start === null) expect(why).toBeNull();
    else expect(why?.startsWith(start)).toBe(true);
  });

  test("says what came of it: a version, or a proposal that waits", () => {
    const published = { tool: "a", version: 4, warnings: [] };
    expect(publishedWords(published)).toMatchObject({ tone: "good", title: "Version 4 is published and active" });
    expect(publishedWords({ tool: "a", proposal: PROPOSAL, warnings: [] })).toMatchObject({
      tone: "info",
      body: "Version 3 stays active until one more person has confirmed it.",
    });
  });

  test("tells a refusal from an answer that was lost", () => {
    const problem = { type: "", title: "No.", retriable: false, correctiveAction: "Read it." };
    const refused = new ProblemError({ ...problem, status: 412, code: "contract_changed" });
    expect(notPublishedWords(refused)).toMatchObject({ tone: "warn", title: "You did not publish it" });
    const lost = new ProblemError({ ...problem, status: 0, code: "unreachable" });
    expect(notPublishedWords(lost)).toMatchObject({ title: "It is not known whether it was published" });
  });
});

describe("people", () => {
  const operator = (id: string, role: "viewer" | "approver" | "admin") => ({ id, role });

  test.each<[string, ReturnType<typeof operator>, ProposalDto["role"], string | null]>([
    ["the proposer", operator("opr_ann", "admin"), "admin", "You proposed it. Somebody else confirms."],
    ["another admin", operator("opr_ben", "admin"), "admin", null],
    [
      "an approver, where admins confirm",
      operator("opr_eve", "approver"),
      "admin",
      "Your role is approver. An admin confirms it.",
    ],
    ["an approver, where approvers do", operator("opr_eve", "approver"), "approver", null],
    [
      "a viewer",
      operator("opr_tom", "viewer"),
      "approver",
      "Your role is viewer. An approver or an admin confirms it.",
    ],
  ])("%s", (_name, who, role, why) => expect(whyNotConfirm({ ...PROPOSAL, role }, who)).toBe(why));

  test("an admin, and whoever stands behind it, may take it back", () => {
    expect(mayWithdraw(PROPOSAL, operator("opr_ann", "viewer"))).toBe(true);
    expect(mayWithdraw(PROPOSAL, operator("opr_ben", "admin"))).toBe(true);
    expect(mayWithdraw(PROPOSAL, operator("opr_eve", "approver"))).toBe(false);
  });

  test("how many it takes is said before anybody begins", () => {
    expect(publishersWords(1, 3)).toBe("You publish it alone; it is active at once.");
    expect(publishersWords(3, 3)).toBe("Version 3 asks for 3 people: it waits until 2 more people have confirmed it.");
  });
});

test("a summary of lines", () => {
  expect(diffWords({ stretches: [], addedCount: 1, removedCount: 1_200 })).toBe("1 line added, 1,200 lines removed");
  expect(diffWords({ stretches: [], addedCount: 0, removedCount: 0 })).toBe("No line differs");
});

test("a result of another text is no result of this one", () => {
  const result = { submissions: { compared: 9, changed: 2 }, differences: { merged: { count: 2, examples: [] } } };
  const done = { kind: "done", result, of: "a" } as unknown as Parameters<typeof replayWords>[0];
  expect(replayWords(done, "a")).toEqual({
    isKnown: true,
    isUnchanged: false,
    words: "Replayed: 2 would join another intent.",
  });
  expect(replayWords(done, "b")).toMatchObject({ isKnown: false });
  expect(replayWords({ kind: "none" }, "a")).toMatchObject({ isKnown: false });
});

test("a replay that found no difference says so, and one that had nothing to compare does not", () => {
  const done = (compared: number) =>
    ({
      kind: "done",
      result: { submissions: { compared, changed: 0 }, differences: {} },
      of: "a",
    }) as unknown as Parameters<typeof replayWords>[0];
  expect(replayWords(done(9), "a")).toEqual({
    isKnown: true,
    isUnchanged: true,
    words: "Replayed: no recorded submission would be treated otherwise.",
  });
  expect(replayWords(done(0), "a")).toEqual({
    isKnown: true,
    isUnchanged: false,
    words: "Replayed: there was nothing to compare.",
  });
});
