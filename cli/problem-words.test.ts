import { expect, test } from "vitest";
import type { Problem } from "@/lib/wire/problem";
import { toSentence } from "./problem-words";

const REFUSED: Problem = {
  type: "about:blank",
  title: "The request is not valid.",
  status: 400,
  code: "invalid_request",
  retriable: false,
  correctiveAction: "Correct what `errors` names and send it again.",
};
const say = (more: Partial<Problem>) => toSentence({ status: 400, statusText: "Bad Request" }, { ...REFUSED, ...more });

test("what is listed is not announced in the API's language", () => {
  const errors = [
    { pointer: "/tool", message: "Expected a tool." },
    { pointer: "/title", message: "Expected a title." },
  ];
  const told = say({ detail: "The body is not as expected.", errors });
  expect(told).toBe("The body is not as expected.\n  /tool: Expected a tool.\n  /title: Expected a title.");
  expect(say({ detail: "It is not valid." })).toBe("It is not valid.");
});

test("an error of the whole text has no place before it", () => {
  const errors = [{ pointer: "", message: "The list is not closed. At line 2, column 9." }];
  const told = say({ code: "invalid_contract", detail: "The contract cannot be read.", errors });
  expect(told).toBe("The contract cannot be read.\n  The list is not closed. At line 2, column 9.");
});

test("a sentence is told once, with its place as the option that it came from", () => {
  const [detail, message] = ["It declares no listing.", "It declares no listing."];
  expect(say({ detail, errors: [{ pointer: "/source", message }] })).toBe("--by: It declares no listing.");
  expect(say({ detail, errors: [{ pointer: "", message }] })).toBe("It declares no listing.");
  const range = say({ detail: "The range is empty.", errors: [{ pointer: "/from", message: "Expected earlier." }] });
  expect(range).toBe("The range is empty.\n  --from: Expected earlier.");
});

test("a place in a contract is never taken for an option", () => {
  const errors = [{ pointer: "/state", message: "Expected no member." }];
  expect(say({ code: "invalid_contract", detail: "It is not valid.", errors })).toContain("\n  /state: ");
});

test("without a list what to do now is told, and what is no problem by its status", () => {
  const told = say({ code: "unknown_tool", detail: "There is none.", correctiveAction: "Check the tool's name." });
  expect(told).toBe("There is none. Check the tool's name.");
  expect(toSentence({ status: 502, statusText: "Bad Gateway" }, null)).toBe("The answer was 502 Bad Gateway.");
});
