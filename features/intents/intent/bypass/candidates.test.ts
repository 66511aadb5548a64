import { expect, test } from "vitest";
import type { IntentDto, SubmissionDto } from "@/lib/wire/intent";
import { candidatesOf } from "./candidates";

const submission = (id: string, argsDigest: string, more: Partial<SubmissionDto> = {}) =>
  ({ id, argsDigest, refusal: null, erasedAt: null, ...more }) as SubmissionDto;

test("each other version of the args is offered once, the newest first", () => {
  const intent = { argsDigest: "a" } as IntentDto;
  const found = candidatesOf(intent, [
    submission("1", "a"),
    submission("2", "b"),
    submission("3", "c"),
    submission("4", "b"),
    submission("5", "d", { refusal: "lookalike" }),
    submission("6", "e", { erasedAt: "2026-01-01T00:00:00.000Z" }),
  ]);
  expect(found.map(({ id }) => id)).toEqual(["3", "4"]);
});
