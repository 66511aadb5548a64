import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { Problem } from "@/lib/wire/problem";
import { notTriedWords, restingTitle, triedWords, waitingWords } from "./resting-words";

const refused = (code: string, status: number) =>
  new ProblemError({
    code,
    status,
    title: "",
    detail: "",
    retriable: false,
    correctiveAction: "",
  } as unknown as Problem);

test("one and many are told in their own words", () => {
  expect(restingTitle(1)).toBe("1 downstream does not answer");
  expect(restingTitle(3)).toBe("3 downstreams do not answer");
});

test("where nothing waits, no try is promised", () => {
  expect(waitingWords(0)).toBe("Nothing waits for it: the next intent of this tool tries it.");
  expect([1, 12, 1_000].map(waitingWords)).toEqual([
    "1 intent waits.",
    "12 intents wait.",
    "1,000 or more intents wait.",
  ]);
});

test("what is tried is named, and what happens either way", () => {
  expect(triedWords("https://a.example").body).toContain("https://a.example");
  expect(triedWords("https://a.example").body).toContain("rests again");
});

test("what no longer rests is good news, and a lost answer is no refusal", () => {
  expect(notTriedWords(refused("not_found", 404)).body).toContain("no longer rests");
  expect(notTriedWords(refused("unreachable", 0)).title).toContain("not known");
});
