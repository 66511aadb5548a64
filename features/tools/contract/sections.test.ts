import { describe, expect, test } from "vitest";
import { peopleStatements } from "./people-words";
import { recordStatements } from "./record-words";
import { SECTION_IDS, SECTIONS } from "./sections";
import { makeContract, textsOf } from "./testing/make-contract";
import { unknownMembers } from "./unknown-members";

describe("people", () => {
  test("who may order a second effect, say what happened and publish, in one sentence each", () => {
    expect(textsOf(peopleStatements(makeContract()))).toEqual([
      "An approval takes effect at once: there is no time to take it back.",
      "Bypass: a second effect on purpose takes 2 different admins, with a reason.",
      "In doubt: what happened is said, with evidence, by an approver or an admin.",
      "A new version of this contract is published by an admin alone.",
    ]);
  });

  test("several people must say the same, and confirm what one proposes", () => {
    const terms = {
      undoMs: 10_000,
      bypass: { role: "viewer", approvals: 1 },
      resolution: { role: "admin", approvals: 2 },
      publish: { role: "approver", approvals: 2 },
    } as const;
    expect(textsOf(peopleStatements(makeContract({ terms })))).toEqual([
      "After an approval nothing runs for 10 seconds: until then it can be taken back.",
      "Bypass: a second effect on purpose takes anybody who may sign in, with a reason.",
      "In doubt: what happened is said, with evidence, by 2 different admins who say the same.",
      "A new version of this contract is proposed by an admin, and published once an approver or an admin more confirmed it.",
    ]);
    const three = makeContract({ terms: { publish: { role: "admin", approvals: 3 } } });
    expect(textsOf(peopleStatements(three)).at(-1)).toMatch(/once 2 more different admins confirmed it/);
  });
});

describe("afterwards", () => {
  const LIST = { execute: { list: { url: "https://x.example/list" } } };

  test.each([
    [null, {}, "What Interlock did is not compared with the downstream by itself."],
    [null, LIST, "What Interlock did is not compared with the downstream by itself. One can still be started by hand."],
    [
      { everyMs: 86_400_000, by: "list" as const },
      LIST,
      "Every 24 hours what Interlock did is compared with the downstream, by its own list of what happened. What differs is a finding.",
    ],
    [
      { everyMs: 3_600_000, by: "probe" as const },
      {},
      "Every 1 hour what Interlock did is compared with the downstream: the probe asks about each intent. What differs is a finding.",
    ],
  ])("reconciliation %j", (reconcile, definition, words) => {
    expect(recordStatements(makeContract({ definition, terms: { reconcile } }))[0]?.text).toBe(words);
  });

  test("retention says what goes and what stays, or whose word counts", () => {
    const said = (retentionMs: number | null) => textsOf(recordStatements(makeContract({ terms: { retentionMs } })))[1];
    expect(said(null)).toMatch(/INTERLOCK_RETENTION/);
    expect(said(90 * 86_400_000)).toMatch(/^Raw args are erased 90 days after/);
  });
});

describe("the whole contract", () => {
  test("every part has at least one sentence, even where the definition says nothing", () => {
    for (const id of SECTION_IDS) expect(SECTIONS[id].say(makeContract({ definition: {} })).length).toBeGreaterThan(0);
  });

  test("every member of a definition belongs to one part", () => {
    const members = SECTION_IDS.flatMap((id): readonly string[] => SECTIONS[id].members);
    expect(new Set(members).size).toBe(members.length);
    expect(unknownMembers(Object.fromEntries(members.map((name) => [name, true])))).toEqual([]);
  });

  test("members that no sentence speaks of are found, at any depth", () => {
    const definition = {
      tool: "t",
      mood: "good",
      policy: [{ then: "clear", colour: 1 }],
      execute: { connector: "http", request: { url: "x", speed: 2 } },
      args: { anything: true },
      fields: { "/x": { own: true } },
    };
    expect(unknownMembers(definition)).toEqual([
      { pointer: "/mood", value: "good" },
      { pointer: "/policy/0/colour", value: 1 },
      { pointer: "/execute/request/speed", value: 2 },
    ]);
  });
});
