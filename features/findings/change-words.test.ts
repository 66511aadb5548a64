import { expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import { unchangedWords } from "./change-words";

function refusal(status: number, code: string, detail: string) {
  return new ProblemError({ type: "x", title: "t", status, detail, code, retriable: false, correctiveAction: "Act." });
}

test("who was second is told who was first, and when in their own time", () => {
  const said = "The finding is resolved now: Ann said so on 2026-11-17T20:08:59.894Z.";
  const { title, body, tone } = unchangedWords("acknowledged", refusal(409, "finding_changed", said));
  expect(title).toBe("You did not acknowledge this finding");
  expect(tone).toBe("warn");
  expect(body).toContain("The finding is resolved now: Ann said so on ");
  expect(body).not.toContain("T20:08");
});

test("another refusal is told in the server's words", () => {
  const { body } = unchangedWords("resolved", refusal(403, "role_required", "Your role is too low."));
  expect(body).toBe("Your role is too low. Act.");
});

test("no answer is not a refusal", () => {
  expect(unchangedWords("open", refusal(503, "store_unavailable", "Away.")).title).toContain("not known");
});
