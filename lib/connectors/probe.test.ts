import { describe, expect, test } from "vitest";
import type { JsonValue } from "@/lib/domain/json";
import { readProbe } from "./probe";
import type { Answer } from "./read-answer";

const answer = (status: number, body?: JsonValue, more: Partial<Answer> = {}): Answer => ({
  ...{ status, headers: {}, retryAfterMs: null, body, truncated: false },
  ...more,
});
const POINTER = "/data/0/id";
const SUBJECT = { args: { id: "n1" }, key: "k", intentId: "int_1" };
const kindOf = (given: Answer) => readProbe(POINTER, given, SUBJECT).kind;

describe("presence", () => {
  test.each([
    ["a text", "re_1", "re_1"],
    ["a number", 42, "42"],
  ])("is %s at the pointer", (_, id, effectId) => {
    const body = { data: [{ id }] };
    expect(readProbe(POINTER, answer(200, body), SUBJECT)).toEqual({ kind: "present", effectId, result: body });
  });
  test("is believed where it stands in the part of a long answer that was read", () => {
    const found = readProbe(
      POINTER,
      answer(200, undefined, { truncated: true, prefix: { data: [{ id: "re_1" }] } }),
      SUBJECT,
    );
    expect(found).toEqual({ kind: "present", effectId: "re_1", result: null });
  });
});

describe("absence", () => {
  test.each<[string, Answer]>([
    ["a 404", answer(404, { error: "no such refund" })],
    ["a 200 with an empty list", answer(200, { data: [] })],
    ["a 200 whose member is null", answer(200, { data: [{ id: null }] })],
    ["a 200 whose member is empty", answer(200, { data: [{ id: "" }] })],
    ["a 200 that is an empty list", answer(200, [])],
  ])("is %s", (_, given) => expect(kindOf(given)).toBe("absent"));
});

describe("nothing is proven by", () => {
  test.each<[string, Answer]>([
    ["a page instead of JSON", answer(200, "<html>Please sign in</html>")],
    ["an empty answer", answer(200)],
    ["a bare null", answer(200, null)],
    ["something else where the id should be", answer(200, { data: [{ id: { value: "re_1" } }] })],
    ["a true where the id should be", answer(200, { data: [{ id: true }] })],
    ["a cut-off answer without the id", answer(200, undefined, { truncated: true, prefix: { data: [] } })],
    ...[201, 204, 301, 302, 401, 403, 408, 410, 429, 500, 502, 503].map((status): [string, Answer] => [
      `status ${status}`,
      answer(status, { data: [] }),
    ]),
  ])("%s", (_, given) => expect(kindOf(given)).toBe("unknown"));
});

describe("an id that stands elsewhere", () => {
  test("is read from a header or a text of a 200, and absent only with a 404", () => {
    const header = { header: "Location", match: "/notes/(.+)" };
    const headers = { location: "https://x.example/notes/7" };
    expect(readProbe(header, answer(200, {}, { headers }), SUBJECT)).toMatchObject({ kind: "present", effectId: "7" });
    expect(readProbe(header, answer(200, {}), SUBJECT)).toMatchObject({ kind: "unknown" });
    expect(readProbe({ text: "note_[0-9]+" }, answer(200, "found note_9"), SUBJECT)).toMatchObject({
      effectId: "note_9",
    });
    expect(readProbe({ text: "note_[0-9]+" }, answer(200, "nothing"), SUBJECT)).toMatchObject({ kind: "unknown" });
    expect(readProbe(header, answer(404), SUBJECT)).toEqual({ kind: "absent" });
  });

  test("is the caller's own where the downstream has it", () => {
    const chosen = { value: "note/{args.id}" };
    expect(readProbe(chosen, answer(200), SUBJECT)).toMatchObject({ kind: "present", effectId: "note/n1" });
    expect(readProbe(chosen, answer(404), SUBJECT)).toEqual({ kind: "absent" });
    expect(readProbe(chosen, answer(500), SUBJECT)).toMatchObject({ kind: "unknown" });
  });
});
