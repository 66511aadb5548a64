import { describe, expect, test } from "vitest";
import { ProblemError } from "@/lib/wire/fetch-json";
import type { PausePlace } from "./pause-place";
import { doneWords, pauseMeans, resumeMeans, undoneWords } from "./pause-words";

const TOOL: PausePlace = { covers: "tool", tool: "refund_payment" };
const EVERYTHING: PausePlace = { covers: "everything" };

function refusal(status: number, code: string): ProblemError {
  const words = { title: "Refused", detail: "It was refused.", correctiveAction: "Look again." };
  return new ProblemError({ type: "about:blank", status, code, retriable: false, ...words });
}

describe("what a pause does", () => {
  test("nothing covered by it is claimed, nothing is lost, clocks stand still", () => {
    expect(pauseMeans(TOOL)).toMatch(/nothing of this tool is claimed.*Nothing is lost.*clocks of holds stand still/);
    expect(pauseMeans(EVERYTHING)).toMatch(/nothing of any tool or agent is claimed/);
  });

  test("a resume says what runs at once, and which pauses stay", () => {
    expect(resumeMeans(TOOL)).toMatch(/runs at once.*A pause of everything or of an agent stays/);
    expect(resumeMeans(EVERYTHING)).toMatch(/with a pause of their own stay paused/);
  });
});

describe("what came of it", () => {
  test("what was done is said with what it was done to", () => {
    expect(doneWords("pause", TOOL).title).toBe("You paused this tool");
    expect(doneWords("resume", EVERYTHING).title).toBe("You resumed everything");
  });

  test("a refusal says first that nothing was done, a lack of rights whom to ask", () => {
    const words = undoneWords("pause", EVERYTHING, refusal(403, "role_required"));
    expect(words).toEqual({
      tone: "warn",
      title: "You did not pause everything",
      body: "Your role does not allow it. Ask an approver or an admin.",
    });
  });

  test("no answer is never told as a refusal", () => {
    expect(undoneWords("resume", TOOL, refusal(0, "unreachable"))).toMatchObject({
      tone: "bad",
      title: "It is not known whether this tool is resumed",
    });
  });
});
